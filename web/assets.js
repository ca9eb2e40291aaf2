// @ts-check
/**
 * Assets: the page's files, each loaded once, checked against its digest, and counted while it comes.
 */

import { startChecking } from "./checking.js";

const NEARLY = 0.95; // of a file; what is left fills the line until the answer to the next request is on its way

/**
 * How many bytes more are here; and in what and up to where, if they come in order.
 * @typedef {(bytes: number, filled?: Uint8Array<ArrayBuffer>, position?: number) => void} Count
 */
/** @typedef {(file: import("./types").AssetFile, count: Count) => Promise<Uint8Array<ArrayBuffer>>} Load */

/** A file that could not be had; the message is one sentence that names it. */
export class AssetError extends Error {}

/**
 * @param {import("./types").PageConfig} config
 * @param {Load} load
 * @param {(loaded: number, total: number) => void} onBytes
 * @returns {import("./types").Store}
 */
export function openStore(config, load, onBytes) {
  const files = new Map(config.assets.files.map((file) => [file.name, file]));
  /** @type {Map<string, Promise<any>>} */
  const kept = new Map();
  let [loaded, total] = [0, 0];

  /** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
  function bytes(name) {
    return once(name, async () => {
      const file = files.get(name);
      if (!file) throw new AssetError(`${name} is not part of this page`);
      total += file.bytes;
      const checking = startChecking(file);
      const data = await load(file, (count, filled, position) => {
        onBytes((loaded += count), total);
        if (filled) checking.arrived(filled, position || 0);
      });
      if (data.length !== file.bytes) throw new AssetError(`${file.path} has ${data.length} bytes instead of ${file.bytes}`);
      if (!(await checking.isIntact(data))) throw new AssetError(`${file.path} is corrupted: its digest is not the expected one`);
      return data;
    });
  }

  /** @template T @param {string} key @param {() => Promise<T>} make @returns {Promise<T>} */
  function once(key, make) {
    const made = kept.get(key) || make();
    if (!kept.has(key)) made.catch(() => {}); // whoever needs it awaits it; nobody else should be told
    kept.set(key, made);
    return made;
  }

  return {
    has: (name) => files.has(name),
    bytes,
    module: (name) => once(`module of ${name}`, async () => WebAssembly.compile(await bytes(name))),
    run: (name) => once(`run of ${name}`, async () => evaluate(await bytes(name))),
  };
}

/** Run a script that came as data: inline scripts are what every policy here allows. @param {Uint8Array} data */
function evaluate(data) {
  const element = document.createElement("script");
  element.textContent = new TextDecoder().decode(data);
  document.head.append(element);
  element.remove();
}

/**
 * A loader under which a file does not begin before another, asked for earlier, is nearly here. Side by side they would
 * share the line, and what takes long to start would not be there sooner than what is needed last.
 * @param {Load} load
 * @param {Record<string, string>} behind the file that waits: the file it waits for
 * @returns {Load}
 */
export function inOrder(load, behind) {
  /** @type {Map<string, Promise<void>>} */
  const nearlyHere = new Map();
  return async (file, count) => {
    let arrived = () => {};
    nearlyHere.set(file.name, new Promise((go) => (arrived = go))); // before anything is awaited: the next call looks
    await nearlyHere.get(behind[file.name]);
    let left = file.bytes * NEARLY;
    try {
      return await load(file, (bytes, ...where) => {
        count(bytes, ...where);
        if ((left -= bytes) <= 0) arrived();
      });
    } finally {
      arrived();
    }
  };
}

/**
 * Over HTTP from the asset origin.
 * @param {import("./types").AssetFile} file
 * @param {string} base
 * @param {Count} count
 */
export async function fetchFile(file, base, count) {
  const url = new URL(file.path, base).href;
  let response;
  try {
    response = await fetch(url, { credentials: "omit" });
  } catch (error) {
    throw new AssetError(`${file.path} could not be fetched from ${new URL(base).origin}: ${whyBlocked(url)}`);
  }
  if (!response.ok) throw new AssetError(`${file.path} is not at ${new URL(base).origin} (status ${response.status})`);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  return collect(file, () => reader.read(), count);
}

/** @type {Set<string>} */
const refused = new Set();
addEventListener("securitypolicyviolation", (event) => refused.add(event.blockedURI));

/** Tell a refusal by policy from a network that is down or lacks CORS. @param {string} url */
function whyBlocked(url) {
  const blocked = [...refused].some((uri) => url.startsWith(uri));
  return blocked
    ? "the host's policy (connect-src) does not allow it"
    : "the network failed, or the server does not send Access-Control-Allow-Origin: *";
}

/**
 * @param {import("./types").AssetFile} file
 * @param {() => Promise<ReadableStreamReadResult<Uint8Array>>} read
 * @param {Count} count
 */
async function collect(file, read, count) {
  const data = new Uint8Array(file.bytes);
  let position = 0;
  for (;;) {
    const { done, value } = await read().catch((error) => {
      throw new AssetError(`${file.path} broke off after ${position} of ${file.bytes} bytes: ${error.message}`);
    });
    if (done) break;
    if (position + value.length > file.bytes) throw new AssetError(`${file.path} is longer than ${file.bytes} bytes`);
    data.set(value, position);
    position += value.length;
    count(value.length, data, position);
  }
  if (position < file.bytes) throw new AssetError(describeShort(file, data, position));
  return data;
}

/** @param {import("./types").AssetFile} file @param {Uint8Array} data @param {number} position */
function describeShort(file, data, position) {
  const begins = new TextDecoder("latin1").decode(data.subarray(0, 2));
  const isPage = !/\.js$/.test(file.path) && /^<[a-z!?]/i.test(begins); // a pack may well begin with a byte that is "<"
  if (isPage) return `${file.path} is an HTML page instead of the asset`;
  return `${file.path} is truncated: ${position} of ${file.bytes} bytes`;
}
