// @ts-check
/**
 * Late: the two parts of the runtime's WebAssembly module, what every view needs and what few do. The first calls the
 * second through a table, which is empty until the second is instantiated; behind the table's empty slots lie functions
 * of the first that the second calls.
 */

/** The table, in the exports of the first part (`LATE_TABLE` of the build's split.py, as are the names of imports below). */
const TABLE = "viewsdk.late";

/** What the first part was made with, until the second joins it. @type {WeakMap<import("./types").Store, any>} */
const waiting = new WeakMap();

/**
 * Remember what the second part will need, if this is a first part and not all of it.
 * @param {import("./types").Store} store
 * @param {WebAssembly.Instance} instance
 * @param {any} imports what it was given
 */
export function beginRuntime(store, instance, imports) {
  if (TABLE in instance.exports) waiting.set(store, { ...imports, main: instance.exports });
}

/** Put the second part in, where it is still missing. @param {import("./types").Store} store */
export async function completeRuntime(store) {
  const given = waiting.get(store);
  if (!given) return;
  const late = await store.module("pyodide.late.wasm");
  const kept = WebAssembly.Module.imports(late).filter((entry) => entry.module === "kept");
  const functions = kept.map(({ name }) => [name, given.main[TABLE].get(Number(name))]);
  await WebAssembly.instantiate(late, { ...given, kept: Object.fromEntries(functions) });
  waiting.delete(store);
}
