// @ts-check
/**
 * Start: the code that turns assets into a running interpreter. It is an asset itself, so that the page stays small and
 * the code always fits the runtime it comes with; it leaves `viewsdkStart` for the boot script.
 */
import { STAND_IN, loadLibraries } from "./native.js";
import { readPack } from "./packs.js";
import { restoreSnapshot } from "./restore.js";
import { SITE_PACKAGES, STDLIB_ZIP, compiledNatives, startRuntime, warmUp, writeFiles } from "./runtime.js";
import { wrapImports } from "./table.js";
import { surroundings } from "./wake.js";

const AUTHOR_FOLDER = "/view";

/** @param {import("./types").Store} store @param {string} stdlib @param {string[]} packs */
async function startFromFiles(store, stdlib, packs) {
  const libraries = await compiledNatives(store);
  const [zip, ...blobs] = await Promise.all([stdlib, ...packs].map((name) => store.bytes(name)));
  return startRuntime(store, {
    afterInstance: (instance, imports, wasm) => wrapImports(wasm, imports, instance.exports),
    prepare(module) {
      module.FS.writeFile(STDLIB_ZIP, zip);
      for (const blob of blobs) writeFiles(module.FS, SITE_PACKAGES, readPack(blob));
      writeFiles(module.FS, "", libraries.map(([path]) => [path, STAND_IN]));
      loadLibraries(module, libraries);
    },
  });
}

/** Put the author's modules where Python finds them. @param {any} python @param {import("./types").Store} store */
async function addAuthor(python, store) {
  writeFiles(python.FS, AUTHOR_FOLDER, readPack(await store.bytes("author.pack")));
}

/**
 * The standard library and the packages a snapshot has not imported, once the view is up.
 * @param {any} python
 * @param {import("./types").Store} store
 */
async function addLateFiles(python, store) {
  const [zip, ...packs] = await Promise.all(LATE.map((name) => store.bytes(name)));
  python.FS.writeFile(STDLIB_ZIP, zip);
  for (const blob of packs) writeFiles(python.FS, SITE_PACKAGES, readPack(blob));
}

const LATE = ["stdlib.pyc.zip", "site.pyc.pack", "sdk.pyc.pack"];

/** @type {import("./types").Start} */
globalThis.viewsdkStart = {
  warmUp,
  rungs: {
    snapshot: restoreSnapshot,
    pyc: (store) => startFromFiles(store, "stdlib.pyc.zip", ["site.pyc.pack", "sdk.pyc.pack"]),
    stock: (store) => startFromFiles(store, "stdlib.zip", ["site.pack", "sdk.pack"]),
  },
  addAuthor,
  addLateFiles,
  surroundings: (python) => JSON.stringify(surroundings(python._module)),
};
