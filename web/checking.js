// @ts-check
/**
 * Checking: whether a file is the expected one, begun while it is still coming.
 *
 * A file's `digest` is over the digests of its pieces, so that little is left to do after the last byte.
 */

const PIECE = 1 << 20; // bytes; the same in the build, which writes `digest`

/** @param {import("./types").AssetFile} file */
export function startChecking(file) {
  const possible = Boolean(globalThis.crypto && crypto.subtle); // not in an insecure context: the length has to do there
  /** @type {Promise<ArrayBuffer>[]} */
  const digests = [];

  /** @param {Uint8Array<ArrayBuffer>} data @param {number} position how much of it is here */
  function arrived(data, position) {
    while (possible && (digests.length + 1) * PIECE <= position) add(data);
  }

  /** @param {Uint8Array<ArrayBuffer>} data */
  function add(data) {
    const start = digests.length * PIECE;
    digests.push(crypto.subtle.digest("SHA-256", data.subarray(start, start + PIECE)));
  }

  return {
    arrived,
    /** @param {Uint8Array<ArrayBuffer>} whole @returns {Promise<boolean>} */
    async isIntact(whole) {
      arrived(whole, whole.length);
      if (!possible) return true;
      if (digests.length * PIECE < whole.length) add(whole);
      const listed = await new Blob(await Promise.all(digests)).arrayBuffer();
      return hex(await crypto.subtle.digest("SHA-256", listed)) === file.digest;
    },
  };
}

/** @param {ArrayBuffer} digest */
const hex = (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
