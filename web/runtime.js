// @ts-check
/**
 * Runtime: starts Pyodide from bytes that are already here.
 *
 * `loadPyodide` insists on fetching its files by URL. For the duration of the call two globals are replaced: `fetch`
 * never settles for those URLs, and `instantiateStreaming` uses the module compiled from our bytes; the standard
 * library is written by our own hook in place of the runtime's.
 */

import { readPack } from "./packs.js";

/** The runtime's WebAssembly module as it was built; a start from files uses nothing else. */
export const WHOLE_RUNTIME = "pyodide.asm.wasm";

const INDEX_URL = "http://pyodide.invalid/";
export const SITE_PACKAGES = "/lib/python3.14/site-packages";
export const STDLIB_ZIP = "/lib/python314.zip";
const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.7" },
  packages: {},
};

/** @type {WeakMap<import("./types").Store, Promise<[string, WebAssembly.Module][]>>} */
const natives = new WeakMap();

/** The native libraries of the page, compiled once, by the path Python opens. @param {import("./types").Store} store */
export function compiledNatives(store) {
  const compile = async () =>
    Promise.all(
      readPack(await store.bytes("native.pack")).map(
        async ([path, data]) => /** @type {[string, WebAssembly.Module]} */ ([`${SITE_PACKAGES}/${path}`, await WebAssembly.compile(data)]),
      ),
    );
  const made = natives.get(store) || compile();
  natives.set(store, made);
  return made;
}

/**
 * Begin what takes long and needs nothing but its own file. Failures are told to whoever awaits the file.
 * @param {import("./types").Store} store
 * @param {string} runtime the name of its WebAssembly module
 */
export function warmUp(store, runtime) {
  for (const begun of [store.module(runtime), compiledNatives(store), store.run("pyodide.js"), store.run("pyodide.asm.js")]) {
    begun.catch(() => {});
  }
}

/**
 * @param {import("./types").Store} store
 * @param {string} runtime the name of its WebAssembly module
 * @param {{
 *   prepare: (module: any) => void,
 *   afterInstance?: (instance: WebAssembly.Instance, imports: any, wasm: WebAssembly.Module) => void,
 *   settle?: (module: any) => Promise<void>, options?: Record<string, any>,
 * }} given `prepare` runs before the interpreter starts, with the file system at hand; `settle` when memory is there
 */
export async function startRuntime(store, runtime, { prepare, afterInstance, settle, options = {} }) {
  await store.run("pyodide.js");
  await store.run("pyodide.asm.js");
  await nextTask();
  const wasm = await store.module(runtime);
  const { loadPyodide, createModule } = globalThis.viewsdkRuntime;
  const { restore, refusal } = replaceLoaders(wasm, afterInstance);
  /** @param {any} settings */
  const createPyodideModule = async (settings) => {
    settings.preRun[0] = (/** @type {any} */ module) => {
      module.API.pyVersionTuple = [3, 14, 0];
      module.API.sitePackages = SITE_PACKAGES;
      module.FS.mkdirTree(SITE_PACKAGES);
      module.FS.mkdirTree("/lib/python3.14/lib-dynload");
    };
    settings.preRun.push(prepare);
    const module = await createModule(settings);
    restore();
    await nextTask();
    if (settle) await settle(module);
    await nextTask();
    return module;
  };
  try {
    const start = loadPyodide({ indexURL: INDEX_URL, lockFileContents: LOCK, createPyodideModule, ...options });
    return await Promise.race([start, refusal]);
  } finally {
    restore();
  }
}

/** Lets the page breathe: starting is a chain of promises, which would otherwise be one long task. */
export function nextTask() {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = go;
    port2.postMessage(0);
  });
}

/**
 * @param {WebAssembly.Module} wasm
 * @param {((instance: WebAssembly.Instance, imports: any, wasm: WebAssembly.Module) => void) | undefined} afterInstance
 */
function replaceLoaders(wasm, afterInstance) {
  const original = { fetch: globalThis.fetch, instantiateStreaming: WebAssembly.instantiateStreaming };
  /** @type {(error: unknown) => void} */
  let refuse = () => {};
  const refusal = new Promise((_, no) => (refuse = no));
  refusal.catch(() => {});
  globalThis.fetch = (input, init) =>
    String(input).startsWith(INDEX_URL) ? new Promise(() => {}) : original.fetch.call(globalThis, input, init);
  WebAssembly.instantiateStreaming = /** @type {any} */ (
    async (/** @type {unknown} */ _, /** @type {any} */ imports) => {
      try {
        const instance = await WebAssembly.instantiate(wasm, imports);
        if (afterInstance) afterInstance(instance, imports, wasm);
        await nextTask();
        return { module: wasm, instance };
      } catch (error) {
        refuse(error); // the loader would only warn, and never settle
        throw error;
      }
    }
  );
  const restore = () => {
    globalThis.fetch = original.fetch;
    WebAssembly.instantiateStreaming = original.instantiateStreaming;
  };
  return { restore, refusal };
}

/**
 * @param {any} fs Emscripten's file system
 * @param {string} folder
 * @param {Iterable<[string, Uint8Array]>} files
 */
export function writeFiles(fs, folder, files) {
  const made = new Set();
  for (const [path, data] of files) {
    const full = `${folder}/${path}`;
    const parent = full.slice(0, full.lastIndexOf("/"));
    if (!made.has(parent)) fs.mkdirTree(parent);
    made.add(parent);
    fs.writeFile(full, data, { canOwn: true });
  }
}
