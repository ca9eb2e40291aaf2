// @ts-check
/**
 * Restore: from a memory image to a running interpreter, without starting one.
 *
 * Only settings and exports the runtime already has are used: `createPyodideModule`, `preRun`, `_loadSnapshot`. An image
 * fits one runtime, one set of libraries and one table layout; each is compared before a byte is copied, and a mismatch
 * throws, so that the next rung can start from nothing.
 */
import { link } from "./frozen.js";
import { beginRuntime } from "./late.js";
import { readHeader } from "./packs.js";
import { addressHash, loadLibraries, reserveTrampoline } from "./native.js";
import { compiledNatives, nextTask, startRuntime } from "./runtime.js";
import { repairTable, wrapImports } from "./table.js";

const PAGE = 4096;
const ONE_TASK = 1 << 20; // bytes; decompressing more than this is a task of its own
const STATE_SLACK = 64; // bytes for alignment
const [WITH_JSPI, WITHOUT_JSPI] = [0x2a, 0x29]; // the two method pointers of run_sync in this build

/**
 * @param {import("./types").Store} store
 * @param {(text: string) => void} note
 * @param {string} runtime the name of the WebAssembly module to restore in
 */
export async function restoreSnapshot(store, note, runtime) {
  const libraries = await compiledNatives(store);
  /** @type {any} */
  let before;
  /** @type {any} */
  let exports;
  return startRuntime(store, runtime, {
    options: { _loadSnapshot: new Uint8Array(16) }, // only has to be there: what is restored comes from our own hook
    afterInstance(instance, imports, wasm) {
      exports = instance.exports;
      const repaired = repairTable(exports);
      if (repaired > 0) note(`${repaired} table slots rewritten for this engine`);
      wrapImports(wasm, imports, instance.exports);
      beginRuntime(store, instance, imports); // where it is one of two parts
    },
    prepare(module) {
      before = { trampoline: reserveTrampoline(module), loaded: loadLibraries(module, libraries) };
    },
    async settle(module) {
      const addresses = addressHash(module);
      // The largest file comes last: the runtime is up to here by the time it is here.
      const { header, contents } = readHeader(await store.bytes("snapshot.pack"));
      compare(header, module.wasmTable.length, addresses);
      if (module.HEAPU8.length < header.heap) module.growMemory(header.heap);
      if (header.frames) await inflateRuns(module, exports, header, contents);
      else copyRuns(module.HEAPU8, header.runs, contents);
      reconnect(module, header, before);
      module.API.restoreSnapshot = () => header.hiwire;
    },
  });
}

/** @param {any} header @param {number} table its length @param {number} addresses */
function compare(header, table, addresses) {
  if (table !== header.table) {
    throw new Error(`the snapshot is for a table of ${header.table} functions, this runtime has ${table}`);
  }
  if (addresses !== header.addresses) throw new Error("the snapshot is for other function addresses");
}

/** @param {Uint8Array} heap @param {number[]} runs start and length in pages @param {Uint8Array} contents */
function copyRuns(heap, runs, contents) {
  let position = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const length = runs[i + 1] * PAGE;
    heap.set(contents.subarray(position, position + length), runs[i] * PAGE);
    position += length;
  }
}

/**
 * Each run as a zstd frame, decompressed by the decoder that is part of the runtime straight to where it belongs. The
 * decoder's state and the frames lie beyond the image for the moment, and are zeroed again. The decoder runs on the
 * very stack that is being restored, so those pages wait until it has finished.
 * @param {any} module
 * @param {any} exports of the main WebAssembly module
 * @param {{heap: number, runs: number[], frames: number[]}} header
 * @param {Uint8Array} contents
 */
async function inflateRuns(module, exports, header, contents) {
  const stack = { end: module._emscripten_stack_get_end(), base: module._emscripten_stack_get_base() };
  const state = exports.ZSTD_estimateDCtxSize() + STATE_SLACK;
  const source = header.heap + state;
  const aside = source + contents.length;
  const runs = header.frames.map((length, index) => ({ length, at: header.runs[2 * index] * PAGE, size: header.runs[2 * index + 1] * PAGE }));
  const onStack = runs.filter(({ at, size }) => at < stack.base && at + size > stack.end);
  module.growMemory(aside + onStack.reduce((sum, { size }) => sum + size, 0));
  const decoder = exports.ZSTD_initStaticDCtx(header.heap, state);
  if (!decoder) throw new Error("the runtime's zstd decoder could not be set up");
  module.HEAPU8.set(contents, source);
  let [position, free] = [source, aside];
  /** @type {(() => void)[]} */
  const later = [];
  for (const run of runs) {
    const place = onStack.includes(run) ? free : run.at;
    const written = exports.ZSTD_decompressDCtx(decoder, place, run.size, position, run.length) >>> 0;
    if (written !== run.size) throw new Error("a part of the snapshot is not whole");
    if (place === free) later.push(() => module.HEAPU8.copyWithin(run.at, place, place + run.size));
    if (place === free) free += run.size;
    position += run.length;
    if (run.size > ONE_TASK) await nextTask(); // nothing else runs in this memory yet
  }
  for (const copy of later) copy();
  module.HEAPU8.fill(0, header.heap);
}

/** What in the image belongs to the engine that made it is set to this engine's. @param {any} module @param {any} header @param {any} before */
function reconnect(module, header, { trampoline, loaded }) {
  link(module.HEAPU32, header.frozen);
  module.HEAP32[trampoline.address] = trampoline.pointer;
  const jspi = header.jspi >>> 2;
  if (![WITH_JSPI, WITHOUT_JSPI].includes(module.HEAP32[jspi])) throw new Error("the snapshot's JSPI word is not where it should be");
  module.HEAP32[jspi] = module.jspiSupported ? WITH_JSPI : WITHOUT_JSPI;
  for (const [handle, path] of header.handles) module.LDSO.loadedLibsByHandle[handle] = loaded.get(path);
}
