/**
 * Starts Pyodide under Node and prints what its script made of the module's exports.
 *
 *     node exports.mjs PYODIDE_FOLDER
 *
 * Prints [name, kind, address or signature] for each, in order of names.
 */
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
const module = python._module;
const names = Object.keys(module).filter((name) => name.startsWith("_")).sort();
const about = (value) => (typeof value === "function" ? [value.length, value.name] : typeof value === "number" ? value : null);
const found = names.map((name) => [name, typeof module[name], about(module[name])]);
process.stdout.write(JSON.stringify(found), () => process.exit(0));
