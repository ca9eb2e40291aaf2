/**
 * Makes a memory image of a Python that has already imported what a view needs, under Node.
 *
 *     node freeze.mjs PYODIDE_FOLDER FOLDER
 *
 * FOLDER holds `order.json` and the files it names: {"stdlib", "packs": [[file, place]], "native", "place": where libraries
 * go, "script", "after": a script for when the image has been taken, "compiled": the folder whose byte code is wanted,
 * "environment", "lock"}. The results are `heap.bin`, `image.json` with what the script wrote to /record.json, and in
 * `compiled/` what the scripts left in that folder's `__pycache__` folders.
 * With `--pristine` it is `pristine.bin`, the memory just before a restore: a page has it, so its pages need not travel.
 */
import crypto from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { unlink } from "./frozen.js";
import { STAND_IN, addressHash, loadLibraries, reserveTrampoline } from "./native.js";

const COLLECTOR_BYTES = 8; // before each object the collector knows

const [pyodideFolder, folder, mode] = process.argv.slice(2);
const order = JSON.parse(readFileSync(`${folder}/order.json`, "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const { default: createModule } = await import(pathToFileURL(`${pyodideFolder}/pyodide.asm.mjs`).href);

/**
 * The same inputs give the same image: time stands still and chance repeats itself while it is made. Pages have their own
 * of both: system calls are live after a restore, and what has been seeded here is seeded again there.
 */
function standStill() {
  const MADE = Date.UTC(2026, 0, 1);
  Date.now = () => MADE;
  Object.defineProperty(process, "version", { value: "" }); // Python keeps the name of its runtime
  let [ticks, state] = [0, 1];
  performance.now = () => (ticks += 0.001);
  crypto.randomFillSync = (view) => {
    for (let i = 0; i < view.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      view[i] = state >>> 24;
    }
    return view;
  };
}
standStill();

const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));

function readPack(blob) {
  const length = new DataView(blob.buffer, blob.byteOffset).getUint32(0, true);
  let position = 4 + length;
  return JSON.parse(new TextDecoder().decode(blob.subarray(4, 4 + length))).map(([path, size]) => [
    path,
    blob.slice(position, (position += size)),
  ]);
}

function write(module, place, files) {
  for (const [path, data] of files) {
    const full = `${place}/${path}`;
    module.FS.mkdirTree(full.slice(0, full.lastIndexOf("/")));
    module.FS.writeFile(full, data);
  }
}

const packs = order.packs.map(([file, place]) => [place, readPack(read(file))]);
const natives = readPack(read(order.native));
const libraries = await Promise.all(
  natives.map(async ([path, data]) => [`${order.place}/${path}`, await WebAssembly.compile(data)]),
);
const image = {};

/** The hook that both runs share: what it does to memory and table has to be the same. */
function prepare(module) {
  if (mode !== "--pristine") {
    for (const [place, files] of packs) write(module, place, files);
    write(module, order.place, natives.map(([path]) => [path, STAND_IN]));
  }
  reserveTrampoline(module);
  loadLibraries(module, libraries);
  image.addresses = addressHash(module);
}

async function create(settings) {
  settings.preRun.push(prepare);
  const module = await createModule(settings);
  if (mode === "--pristine") {
    module.API.restoreSnapshot = () => {
      writeFileSync(`${folder}/pristine.bin`, module.HEAPU8);
      process.exit(0);
    };
  }
  return module;
}

/** Overwrite what the allocator has free, which would otherwise travel as it was left: the heap cannot grow meanwhile. */
function zeroFreeMemory(module) {
  const top = module._emscripten_get_sbrk_ptr() >>> 2;
  const before = module.HEAPU32[top];
  const held = [];
  let bytes = 0;
  module.HEAPU32[top] = 0xfffff000; // malloc can take nothing beyond the end of the heap now
  for (let size = 8 << 20; size >= 12; size = size > 64 ? Math.floor(size * 0.75) : size - 8) {
    for (let block = module._malloc(size); block; block = module._malloc(size)) {
      module.HEAPU8.fill(0, block, block + size);
      held.push(block);
      bytes += size;
    }
  }
  module.HEAPU32[top] = before;
  for (const block of held) module._free(block);
  console.log(`zeroed ${bytes} bytes in ${held.length} blocks`);
}

/** Where the collector's words for a module lie: just before it. */
function entryOf(module, name) {
  const stack = module.stackSave();
  const found = module._PyImport_AddModule(module.stringToUTF8OnStack(name));
  module.stackRestore(stack);
  return found - COLLECTOR_BYTES;
}

/** The files in the `__pycache__` folders below a folder, by path below it. */
function* cached(fs, top, below = "") {
  if (!fs.analyzePath(top + below).exists) return;
  for (const name of fs.readdir(top + below).filter((entry) => !/^\.\.?$/.test(entry))) {
    const path = `${below}/${name}`;
    if (fs.isDir(fs.stat(top + path).mode)) yield* cached(fs, top, path);
    else if (below.endsWith("/__pycache__")) yield [path, fs.readFile(top + path)];
  }
}

/** Run one of the order's scripts; what it raises is the maker's message. */
function run(name) {
  try {
    python.runPython(readFileSync(`${folder}/${name}`, "utf8"), { filename: name });
  } catch (error) {
    console.error(String(error.message || error));
    process.exit(2);
  }
}

const python = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  stdLibURL: `${folder}/${order.stdlib}`,
  createPyodideModule: create,
  env: order.environment,
  lockFileContents: order.lock,
  _sysExecutable: "/home/pyodide/this.program", // Node's own path would stay in memory
  ...(mode === "--pristine" ? { _loadSnapshot: new Uint8Array(16) } : { _makeSnapshot: true }),
});
run(order.script);
Object.assign(image, JSON.parse(python.FS.readFile("/record.json", { encoding: "utf8" })));
for (const name of Object.keys(python.loadedPackages)) delete python.loadedPackages[name];
const module = python._module;
zeroFreeMemory(module);
const snapshot = python.makeMemorySnapshot();
const [, heapStart, jsonLength] = new Uint32Array(snapshot.buffer, 0, 3);
const HEADER = 48; // bytes before the JSON in Pyodide's own format
image.hiwire = JSON.parse(new TextDecoder().decode(snapshot.subarray(HEADER, HEADER + jsonLength)));
image.handles = Object.entries(module.LDSO.loadedLibsByHandle)
  .filter(([handle]) => handle !== "0")
  .map(([handle, record]) => [Number(handle), record.name]);
image.table = module.wasmTable.length;
const heap = snapshot.slice(heapStart);
image.frozen = unlink(new Uint32Array(heap.buffer), entryOf(module, "sys"));
writeFileSync(`${folder}/heap.bin`, heap);
run(order.after);
for (const [path, data] of cached(python.FS, order.compiled)) {
  mkdirSync(dirname(`${folder}/compiled${path}`), { recursive: true });
  writeFileSync(`${folder}/compiled${path}`, data);
}
writeFileSync(`${folder}/image.json`, JSON.stringify(image));
process.exit(0);
