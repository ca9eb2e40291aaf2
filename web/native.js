// @ts-check
/**
 * Native: compiled libraries put in before the interpreter starts, so that their addresses are the same in the run
 * that made a snapshot and in every run that restores it.
 *
 * While the runtime is not initialised, memory for a library is taken by moving the end of the static data, which is
 * deterministic; afterwards it comes from the allocator, which is not. A start from byte code puts them in as early, as
 * their code then stays out of the heap. Runs in the page and, for the maker, in Node.
 */

/**
 * What lies in the file system in place of a library that is loaded already: the start of any module. Python has to find
 * the file, and the runtime reads all of it into memory when it is opened, where it would stay, and travel in a snapshot.
 */
export const STAND_IN = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * Give the call trampoline a table slot in every engine: CPython takes one where it can build the trampoline, none
 * elsewhere (iOS, engines without wasm-gc, Node 20).
 * @param {any} module the Emscripten module
 * @returns {{address: number, pointer: number}} the word that holds the trampoline, and its value in this engine
 */
export function reserveTrampoline(module) {
  const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2];
  const address = (module.__PyRuntime + offset) >>> 2;
  const pointer = module.HEAP32[address];
  if (pointer === 0) module.wasmTable.grow(1);
  return { address, pointer };
}

/**
 * @param {any} module
 * @param {[string, WebAssembly.Module][]} libraries by the exact path Python will open
 * @returns {Map<string, any>} the runtime's record of each library
 */
export function loadLibraries(module, libraries) {
  const loaded = new Map();
  for (const [path, compiled] of libraries) {
    const exports = module.loadWebAssemblyModule(compiled, { global: false, nodelete: true }, path, {});
    const record = module.newDSO(path, undefined, exports);
    record.refcount = Infinity;
    record.global = false;
    loaded.set(path, record);
  }
  return loaded;
}

/** One number for every address in the global offset table: equal tables of equal length need not be the same. @param {any} module */
export function addressHash(module) {
  let sum = 0;
  for (const name of Object.keys(module.GOT)) {
    let hash = 2166136261 ^ module.GOT[name].value;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
    sum = (sum + hash) >>> 0;
  }
  return sum;
}
