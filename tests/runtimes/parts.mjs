/**
 * Joins a small module that was split and calls what it exports.
 *
 *     node parts.mjs FIRST LATE
 *
 * Prints what calls gave before and after the second part was there.
 */
import { readFileSync } from "node:fs";
import { beginRuntime, completeRuntime } from "../../web/late.js";

const [first, late] = process.argv.slice(2).map((path) => new WebAssembly.Module(readFileSync(path)));
const imports = { env: { add_ten: (value) => value + 10, base: new WebAssembly.Global({ value: "i32", mutable: true }, 7) } };
const instance = await WebAssembly.instantiate(first, imports);
const store = { has: () => true, module: async () => late };
const { memory, kept, moved } = instance.exports;

function look() {
  const found = { bytes: [...new Uint8Array(memory.buffer, 100, 12)], kept: kept(1) };
  try {
    return { ...found, moved: moved(1) };
  } catch (error) {
    return { ...found, trap: error.message };
  }
}

const before = look();
beginRuntime(store, instance, imports);
await completeRuntime(store);
await completeRuntime(store); // the second time there is nothing to do
console.log(JSON.stringify({ before, after: look(), imports: WebAssembly.Module.imports(late).length }));
