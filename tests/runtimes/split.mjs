/**
 * Starts Pyodide under Node from the runtime's module in one piece or in two, and runs a script in it.
 *
 *     node split.mjs PYODIDE_FOLDER SCRIPT FIRST [LATE]
 *
 * Prints the script's last value as JSON, or {"trapped": message} if the first part called what is not there.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beginRuntime, completeRuntime } from "../../web/late.js";

const [folder, script, first, late] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const store = {
  has: (name) => name === "pyodide.first.wasm",
  module: async () => new WebAssembly.Module(readFileSync(late)),
};

const original = WebAssembly.instantiate;
let replaced = false;
WebAssembly.instantiate = async (source, imports) => {
  if (source instanceof WebAssembly.Module || replaced) return original.call(WebAssembly, source, imports);
  replaced = true;
  const module = new WebAssembly.Module(readFileSync(first));
  const instance = await original.call(WebAssembly, module, imports);
  beginRuntime(store, instance, imports);
  if (late) await completeRuntime(store);
  return { module, instance };
};

function trapped(error) {
  console.log(JSON.stringify({ trapped: String(error.message) }));
  process.exit(0);
}
process.on("uncaughtException", trapped);
try {
  const python = await loadPyodide({ indexURL: `${folder}/`, stdout: () => {}, stderr: () => {} });
  console.log(python.runPython(readFileSync(script, "utf8")));
} catch (error) {
  trapped(error);
}
