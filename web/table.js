// @ts-check
/**
 * Table: two repairs of the main module's function table, made before anything else touches it.
 */

/**
 * WebKit gives a function another identity in the table than in the exports, so the runtime would append a duplicate
 * for each. The exported objects are put into the slots, matched by `name`, which is the function's index.
 * @param {WebAssembly.Exports} exports
 * @returns {number} slots rewritten; 0 in engines that keep the identity
 */
export function repairTable(exports) {
  const table = /** @type {WebAssembly.Table} */ (exports.__indirect_function_table);
  const byIndex = new Map();
  for (const value of Object.values(exports)) if (typeof value === "function") byIndex.set(value.name, value);
  let rewritten = 0;
  for (let slot = 0; slot < table.length; slot++) {
    const present = table.get(slot);
    const exported = present && byIndex.get(present.name);
    if (!exported) continue;
    if (rewritten === 0 && exported === present) return 0;
    table.set(slot, exported);
    rewritten += 1;
  }
  return rewritten;
}

const TYPE_CODES = { i: 127, p: 127, j: 126, f: 125, d: 124, e: 111 };

/**
 * The main module asks for the addresses of some 260 JavaScript functions, and for each the runtime compiles a module
 * of its own. One module that passes them all through is 100 ms cheaper. One wrapper per distinct function: an alias
 * with a wrapper of its own would take a slot more than the image has.
 * @param {WebAssembly.Module} wasm
 * @param {any} imports
 * @param {WebAssembly.Exports} exports
 */
export function wrapImports(wasm, imports, exports) {
  const { env } = imports;
  /** @type {Map<any, string>} */
  const first = new Map();
  const wanted = WebAssembly.Module.imports(wasm)
    .filter((entry) => entry.module === "GOT.func" && !(entry.name in exports))
    .map((entry) => entry.name)
    .filter((name) => typeof env[name] === "function" && env[name].sig);
  for (const name of wanted) if (!first.has(env[name])) first.set(env[name], `f${first.size}`);
  const functions = [...first.keys()];
  const passing = new WebAssembly.Module(passThrough(functions.map((wrapped) => wrapped.sig)));
  const given = Object.fromEntries(functions.map((wrapped) => [first.get(wrapped), wrapped]));
  const made = new WebAssembly.Instance(passing, { e: given }).exports;
  for (const name of wanted) {
    const wrapped = env[name];
    const wrapper = /** @type {any} */ (made[/** @type {string} */ (first.get(wrapped))]);
    wrapper.sig = wrapped.sig;
    env[name] = wrapper;
  }
}

/** A module that imports `e.f0`, `e.f1`... of these signatures and exports them again. @param {string[]} signatures */
function passThrough(signatures) {
  const kinds = [...new Set(signatures)];
  const types = kinds.map((signature) => {
    const [result, ...parameters] = [.../** @type {Iterable<keyof typeof TYPE_CODES | "v">} */ (signature)];
    const codes = parameters.map((kind) => TYPE_CODES[/** @type {keyof typeof TYPE_CODES} */ (kind)]);
    return [0x60, ...leb(codes.length), ...codes, ...(result === "v" ? [0] : [1, TYPE_CODES[result]])];
  });
  const names = signatures.map((_, index) => [...new TextEncoder().encode(`f${index}`)]);
  const imports = names.map((name, index) => [1, 101, ...leb(name.length), ...name, 0, ...leb(kinds.indexOf(signatures[index]))]);
  const exports = names.map((name, index) => [...leb(name.length), ...name, 0, ...leb(index)]);
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...section(1, types), ...section(2, imports), ...section(7, exports)]);
}

/** @param {number} id @param {number[][]} items */
function section(id, items) {
  const body = [...leb(items.length), ...items.flat()];
  return [id, ...leb(body.length), ...body];
}

/** @param {number} value unsigned LEB128 */
function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}
