/**
 * JSON lines over standard input and output: how a test drives a reference class that runs in this Node process.
 *
 * One line is one object. `frame` carries a JSON-RPC message of the channel under test; every other key is between the
 * test and this process and never reaches the reference class as a message.
 */

import { createInterface } from "node:readline";

/** @param {object} line */
export function write(line) {
  process.stdout.write(JSON.stringify(line) + "\n");
}

/** @param {(line: any) => void} each */
export function readLines(each) {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on("line", (text) => each(JSON.parse(text)));
  lines.on("close", () => process.exit(0));
}

/** The transport the reference classes speak over: frames go out as lines and come in through `deliver`. */
export class LineTransport {
  async start() {}

  /** @param {object} message */
  async send(message) {
    write({ frame: message });
  }

  async close() {
    this.onclose?.();
  }

  /** @param {object} message */
  deliver(message) {
    this.onmessage?.(message);
  }
}

/** @param {unknown} error */
export function described(error) {
  const { code = null, data = null, name = "Error", message = String(error) } = /** @type {any} */ (error ?? {});
  return { name, code, data, message };
}
