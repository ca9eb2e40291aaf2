// @ts-check
/**
 * Inline: the page's files as text in the page itself, gzip in base64, each in an element that says its name.
 */
import { AssetError } from "./assets.js";
import { decodeBase64, unzip } from "./bridge.js";

/** @param {import("./types").AssetFile} file @param {(bytes: number) => void} count */
export async function readInline(file, count) {
  const element = await blockOf(file);
  const text = element.textContent || "";
  element.remove(); // the text is as large as the file; it need not stay
  const data = decodeBase64(text);
  count(file.bytes);
  return file.packed ? unzip(file, data) : data;
}

/** The element, as soon as the parser has passed it. @param {import("./types").AssetFile} file */
async function blockOf(file) {
  const find = () => document.querySelector(`script[data-asset="${file.name}"]`);
  await globalThis.viewsdk.arrival(file.name);
  const element = find();
  if (!element) throw new AssetError(`${file.name} is missing from this page: the file is not whole`);
  return element;
}
