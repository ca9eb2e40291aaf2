// @ts-check
/**
 * Rungs: the ways to a running interpreter, fastest first. Each is a function of the store; each can fail, and then
 * the next one starts from nothing.
 */
import { readPack } from "./assets.js";
import { restoreSnapshot } from "./restore.js";
import { SITE_PACKAGES, STDLIB_ZIP, startRuntime, writeFiles } from "./runtime.js";

export const AUTHOR_FOLDER = "/view";

/** @typedef {{name: string, needs: string[], start: (store: import("./types").Store, note: (text: string) => void) => Promise<any>}} Rung */

/** Memory made at build time: nothing is imported here at all. @type {Rung} */
const snapshot = { name: "snapshot", needs: ["snapshot.pack", "native.pack"], start: restoreSnapshot };

/** Byte code compiled at build time, imports still run here. @type {Rung} */
const compiled = {
  name: "pyc",
  needs: ["stdlib.pyc.zip", "site.pyc.pack", "sdk.pyc.pack", "native.pack"],
  start: (store) => startFromFiles(store, "stdlib.pyc.zip", ["site.pyc.pack", "sdk.pyc.pack"]),
};

/** Sources, as Pyodide itself starts. @type {Rung} */
const stock = {
  name: "stock",
  needs: ["stdlib.zip", "site.pack", "sdk.pack", "native.pack"],
  start: (store) => startFromFiles(store, "stdlib.zip", ["site.pack", "sdk.pack"]),
};

/** @type {Rung[]} */
export const RUNGS = [snapshot, compiled, stock];

/** What every rung needs besides its own files. */
export const COMMON = ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"];

/** @param {import("./types").Store} store @param {string} stdlib @param {string[]} packs */
async function startFromFiles(store, stdlib, packs) {
  const [zip, native, ...rest] = await Promise.all([stdlib, "native.pack", ...packs].map((name) => store.bytes(name)));
  const python = await startRuntime(store, {
    prepare(module) {
      module.FS.writeFile(STDLIB_ZIP, zip);
      for (const blob of [native, ...rest]) writeFiles(module.FS, SITE_PACKAGES, readPack(blob));
    },
  });
  for (const [path] of readPack(native)) await python._api.loadDynlib(`${SITE_PACKAGES}/${path}`, false);
  return python;
}

/** Put the author's modules where Python finds them. @param {any} python @param {import("./types").Store} store */
export async function addAuthor(python, store) {
  writeFiles(python.FS, AUTHOR_FOLDER, readPack(await store.bytes("author.pack")));
  python.runPython(`import sys\nif ${JSON.stringify(AUTHOR_FOLDER)} not in sys.path:\n    sys.path.insert(0, ${JSON.stringify(AUTHOR_FOLDER)})`);
}
