// @ts-check
/**
 * Start: the code that turns assets into a running interpreter. It is an asset itself, so that the page stays small and
 * the code always fits the runtime it comes with; it leaves `viewsdkStart` for the boot script.
 */
import { completeRuntime } from "./late.js";
import { STAND_IN, loadLibraries } from "./native.js";
import { readPack } from "./packs.js";
import { restoreSnapshot } from "./restore.js";
import { SITE_PACKAGES, STDLIB_ZIP, WHOLE_RUNTIME, compiledNatives, startRuntime, warmUp, writeFiles } from "./runtime.js";
import { wrapImports } from "./table.js";
import { surroundings } from "./wake.js";

const AUTHOR_FOLDER = "/view";

/**
 * Libraries that are compiled already are put in before the interpreter starts, as in a snapshot, which is faster and
 * keeps their code out of the heap. Before that the heap cannot grow, so the last rung opens them when Python is up.
 * @param {import("./types").Store} store
 * @param {string} stdlib
 * @param {string[]} packs
 * @param {boolean} early whether libraries are put in before the interpreter starts
 */
async function startFromFiles(store, stdlib, packs, early) {
  const compiled = early ? await compiledNatives(store) : [];
  const [zip, native, ...blobs] = await Promise.all([stdlib, "native.pack", ...packs].map((name) => store.bytes(name)));
  const libraries = readPack(native);
  const python = await startRuntime(store, WHOLE_RUNTIME, {
    afterInstance: (instance, imports, wasm) => wrapImports(wasm, imports, instance.exports),
    prepare(module) {
      module.FS.writeFile(STDLIB_ZIP, zip);
      for (const blob of blobs) writeFiles(module.FS, SITE_PACKAGES, readPack(blob));
      writeFiles(module.FS, SITE_PACKAGES, early ? libraries.map(([path]) => [path, STAND_IN.slice()]) : libraries);
      loadLibraries(module, compiled);
    },
  });
  if (!early) for (const [path] of libraries) await python._api.loadDynlib(`${SITE_PACKAGES}/${path}`, false);
  return python;
}

/** Put the author's modules where Python finds them. @param {any} python @param {import("./types").Store} store */
async function addAuthor(python, store) {
  writeFiles(python.FS, AUTHOR_FOLDER, readPack(await store.bytes("author.pack")));
}

/**
 * The rest of the runtime, the standard library and the packages a snapshot has not imported, once the view is up.
 * @param {any} python
 * @param {import("./types").Store} store
 */
async function addLateFiles(python, store) {
  const coming = Promise.all(LATE.map((name) => store.bytes(name)));
  const [[zip, ...packs]] = await Promise.all([coming, completeRuntime(store)]);
  python.FS.writeFile(STDLIB_ZIP, zip);
  for (const blob of packs) writeFiles(python.FS, SITE_PACKAGES, readPack(blob));
}

const LATE = ["stdlib.pyc.zip", "site.pyc.pack", "sdk.pyc.pack"];

/** @type {import("./types").Start} */
globalThis.viewsdkStart = {
  warmUp,
  rungs: {
    snapshot: restoreSnapshot,
    pyc: (store) => startFromFiles(store, "stdlib.pyc.zip", ["site.pyc.pack", "sdk.pyc.pack"], true),
    stock: (store) => startFromFiles(store, "stdlib.zip", ["site.pack", "sdk.pack"], false),
  },
  addAuthor,
  addLateFiles,
  surroundings: (python) => JSON.stringify(surroundings(python._module)),
};
