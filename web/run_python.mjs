/**
 * Runs a Python file inside Pyodide under Node, with two folders mounted.
 *
 *     node run_python.mjs PYODIDE_FOLDER SCRIPT IN OUT [STANDARD_LIBRARY_ZIP]
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, script, input, output, stdlib] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  env: { PYTHONNODEBUGRANGES: "1" }, // what is compiled here keeps its line numbers, not its columns: a tenth smaller
  ...(stdlib ? { stdLibURL: stdlib } : {}),
});
for (const [place, folder] of [["/in", input], ["/out", output]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
try {
  python.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
process.exit(0);
