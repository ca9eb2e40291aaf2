/**
 * Round trips of `tools/call` through ext-apps' App and AppBridge in this process, every message as JSON text.
 *
 * `node endpoint_bench.mjs CALLS` prints one JSON object: calls per second one after another and 50 in flight, and
 * partial inputs per second. The same plan as benchmarks/endpoint.py runs on our endpoints.
 */

import { App } from "@modelcontextprotocol/ext-apps";
import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";

const CALLS = Number(process.argv[2]);
const PARTIALS = Number(process.argv[3]);
const RESULT = { content: [{ type: "text", text: "x".repeat(64) }], structuredContent: { id: 7, title: "Hamlet" } };
const PARTIAL = { arguments: { text: "x".repeat(2000) } };

class TextTransport {
  async start() {}

  /** @param {object} message */
  async send(message) {
    const text = JSON.stringify(message);
    queueMicrotask(() => this.peer.onmessage?.(JSON.parse(text)));
  }

  async close() {
    this.onclose?.();
  }
}

const say = console.log;
console.debug = console.log = () => {};
const [near, far] = [new TextTransport(), new TextTransport()];
[near.peer, far.peer] = [far, near];

const app = new App({ name: "view", version: "1" }, {}, { autoResize: false });
const bridge = new AppBridge(null, { name: "host", version: "1" }, { serverTools: {} }, {});
bridge.oncalltool = async () => RESULT;
let partials = 0;
app.ontoolinputpartial = () => partials++;
await bridge.connect(far);
await app.connect(near);

const call = () => app.callServerTool({ name: "get_show", arguments: { id: 7 } });

/** @param {number} count @param {() => Promise<void>} work */
async function perSecond(count, work) {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1000;
}

async function sequential() {
  for (let i = 0; i < CALLS; i++) await call();
}

async function inFlight() {
  const lane = async () => {
    for (let i = 0; i < CALLS / 50; i++) await call();
  };
  await Promise.all(Array.from({ length: 50 }, lane));
}

async function drafts() {
  for (let i = 0; i < PARTIALS; i++) await bridge.sendToolInputPartial(PARTIAL);
  await new Promise((resolve) => setTimeout(resolve));
  if (partials < PARTIALS) throw new Error(`only ${partials} of ${PARTIALS} partial inputs arrived`);
}

await sequential();
const result = {
  sequential: await perSecond(CALLS, sequential),
  in_flight: await perSecond(CALLS, inFlight),
  partials: await perSecond(PARTIALS, drafts),
};
say(JSON.stringify(result));
process.exit(0);
