// @ts-check
/** Packs: how sets of files and memory images lie in one blob: a length, a JSON header, contents. */

/**
 * The JSON at the start of a blob, and what follows it.
 * @param {Uint8Array<ArrayBuffer>} blob
 */
export function readHeader(blob) {
  const length = new DataView(blob.buffer, blob.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(blob.subarray(4, 4 + length)));
  return { header, contents: blob.subarray(4 + length) };
}

/**
 * The files of a pack: `[path, contents]` in order.
 * @param {Uint8Array<ArrayBuffer>} blob
 * @returns {[string, Uint8Array<ArrayBuffer>][]}
 */
export function readPack(blob) {
  const { header, contents } = readHeader(blob);
  let position = 0;
  return /** @type {[string, number][]} */ (header).map(([path, size]) => [path, contents.subarray(position, (position += size))]);
}
