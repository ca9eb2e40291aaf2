// @ts-check
/**
 * Late: the two parts of the runtime's WebAssembly module, what every view needs and what few do. The first calls the
 * second through a table, which is empty until the second is instantiated; behind the table's empty slots lie functions
 * of the first that the second calls.
 */
import { WHOLE_RUNTIME } from "./runtime.js";

const [FIRST, LATE] = ["pyodide.first.wasm", "pyodide.late.wasm"];

/** The table, in the exports of the first part. */
const TABLE = "viewsdk.late";

/** What the first part was made with, until the second joins it. @type {WeakMap<import("./types").Store, any>} */
const waiting = new WeakMap();

/** What an image of this page is restored in. @param {import("./types").Store} store */
export function runtimeOf(store) {
  return store.has(FIRST) ? FIRST : WHOLE_RUNTIME;
}

/**
 * Remember what the second part will need, if there is one.
 * @param {import("./types").Store} store
 * @param {WebAssembly.Instance} instance
 * @param {any} imports what it was given
 */
export function beginRuntime(store, instance, imports) {
  if (runtimeOf(store) === FIRST) waiting.set(store, { ...imports, main: instance.exports });
}

/** Put the second part in, where it is still missing. @param {import("./types").Store} store */
export async function completeRuntime(store) {
  const given = waiting.get(store);
  if (!given) return;
  const late = await store.module(LATE);
  const kept = WebAssembly.Module.imports(late).filter((entry) => entry.module === "kept");
  const functions = kept.map(({ name }) => [name, given.main[TABLE].get(Number(name))]);
  await WebAssembly.instantiate(late, { ...given, kept: Object.fromEntries(functions) });
  waiting.delete(store);
}
