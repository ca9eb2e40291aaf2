// @ts-check
/**
 * Bridge: the page's files through the host, by `resources/read` in chunks of a bounded size.
 *
 * For hosts that let a view fetch nothing, and for servers that only speak stdio. What travels is gzip; a chunk that
 * fails or comes back short is asked for again from where it broke off, and a host that fails under several requests
 * at once gets one at a time.
 */
import { AssetError } from "./assets.js";

const CHUNK_LIMIT = 60_000; // ms for one chunk: the protocol's usual request time limit
const ATTEMPTS = 3;
const CANNOT = new Map([
  [-32601, "this host does not offer resources/read"],
  [-32001, "the host's policy does not permit the view to read its own files"],
]);

/**
 * @param {{base: string, chunk?: number, parallel?: number}} assets
 * @param {(method: string, params: any, limit: number) => Promise<any>} ask
 * @param {(text: string) => void} note
 */
export function bridgeLoader({ base, chunk = 512 * 1024, parallel = 4 }, ask, note) {
  const turns = takeTurns(parallel);

  /** @param {import("./types").AssetFile} file @param {number} offset @param {number} size */
  async function readOnce(file, offset, size) {
    const uri = `${base}${file.digest}?offset=${offset}&size=${size}`;
    const result = await ask("resources/read", { uri }, CHUNK_LIMIT);
    return decodeChunk(uri, result, size);
  }

  /** @param {import("./types").AssetFile} file @param {number} offset @param {number} size */
  async function readChunk(file, offset, size) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await turns.take(() => readOnce(file, offset, size));
      } catch (error) {
        const { code, message } = /** @type {any} */ (error);
        if (CANNOT.has(code)) throw new AssetError(`${file.path}: ${CANNOT.get(code)}`);
        if (attempt === ATTEMPTS) throw new AssetError(`${file.path} at byte ${offset}: ${message}`);
        note(`${file.path} at byte ${offset} is asked for again: ${message}`);
        turns.narrow();
      }
    }
  }

  /** @param {import("./types").AssetFile} file @param {(bytes: number) => void} count */
  return async (file, count) => {
    const length = file.packed || file.bytes;
    const data = new Uint8Array(length);
    /** @param {number} from @param {number} to */
    const fill = async (from, to) => {
      for (let position = from; position < to; ) {
        const part = await readChunk(file, position, to - position);
        data.set(part, position);
        position += part.length;
        count((part.length * file.bytes) / length);
      }
    };
    const starts = Array.from({ length: Math.ceil(length / chunk) }, (_, index) => index * chunk);
    await Promise.all(starts.map((start) => fill(start, Math.min(start + chunk, length))));
    return file.packed ? unzip(file, data) : data;
  };
}

/** @param {string} uri @param {any} result @param {number} size */
function decodeChunk(uri, result, size) {
  const contents = result && result.contents;
  const entry = Array.isArray(contents) ? contents[0] : null;
  if (!entry || contents.length !== 1) throw new AssetError("the host's answer does not hold exactly one content");
  if (typeof entry.uri === "string" && entry.uri !== uri) throw new AssetError(`the host answered with another chunk (${entry.uri})`);
  if (typeof entry.blob !== "string") throw new AssetError("the host answered with text instead of a blob");
  const part = decodeBase64(entry.blob);
  if (part.length === 0) throw new AssetError("the host answered with an empty chunk");
  if (part.length > size) throw new AssetError(`the host answered with ${part.length} bytes instead of ${size}`);
  return part;
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function decodeBase64(text) {
  const native = /** @type {any} */ (Uint8Array).fromBase64;
  return native ? native.call(Uint8Array, text) : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** @param {import("./types").AssetFile} file @param {Uint8Array<ArrayBuffer>} data @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function unzip(file, data) {
  try {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new AssetError(`${file.path} is corrupted: ${/** @type {Error} */ (error).message}`);
  }
}

/** At most `width` at a time, in order. @param {number} width */
function takeTurns(width) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const next = () => {
    while (running < width && waiting.length > 0) {
      running += 1;
      /** @type {() => void} */ (waiting.shift())();
    }
  };
  return {
    /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
    async take(work) {
      await /** @type {Promise<void>} */ (new Promise((go) => {
        waiting.push(go);
        next();
      }));
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
    narrow() {
      width = 1;
    },
  };
}
