/** Hands texts to web/mailbox.js over a memory of 128 bytes, and prints what a handler found there. */
import { mailbox } from "../../web/mailbox.js";

let memory = new ArrayBuffer(1024);
let released = 0;
const proxy = { getBuffer: () => ({ data: new Uint8Array(memory, 64, 128), release: () => { released += 1; } }) };
let found = [];
const put = mailbox((given) => {
  found.push(typeof given === "string" ? `string of ${given.length}` : new TextDecoder().decode(new Uint8Array(memory, 64, given)));
}, proxy);

function handed(...texts) {
  found = [];
  put(texts);
  return found;
}

const report = {
  single: handed("żółw 🐢"),
  together: handed("a", "b"),
  overfull: handed("x".repeat(30), "y".repeat(30)),
  long: handed("a", "z".repeat(60), "b"),
};
memory = memory.transfer ? memory.transfer(2048) : structuredClone(memory, { transfer: [memory] }); // as WebAssembly does
report.grown = handed("c");
report.released = released;
console.log(JSON.stringify(report));
