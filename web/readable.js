// @ts-check
/**
 * Readable: a tool result as plain, accessible elements: tables with headers for lists of objects, definition lists for
 * objects, text, images and links. Nothing in a result is read as HTML.
 */

const MOST_ROWS = 200;
const DEEPEST = 4; // levels of nesting shown; below that the JSON text is

/** @param {Record<string, any>} result a CallToolResult @returns {Node[]} */
export function readable(result) {
  const nodes = [];
  if (result.isError) nodes.push(textElement("p", "The call failed."));
  const structured = result.structuredContent;
  const blocks = Array.isArray(result.content) ? result.content : [];
  if (structured && typeof structured === "object") {
    const keys = Object.keys(structured);
    nodes.push(describe(keys.length === 1 && keys[0] === "result" ? structured.result : structured, 0));
    nodes.push(...blocks.filter((block) => block && block.type !== "text").map(describeBlock));
  } else {
    nodes.push(...blocks.map(describeBlock));
  }
  return nodes.length > 0 ? nodes : [textElement("p", "The result is empty.")];
}

/** @param {any} block a content block @returns {Node} */
function describeBlock(block) {
  if (!block || typeof block !== "object") return textElement("p", String(block));
  if (block.type === "text") return describeText(String(block.text));
  if (block.type === "image") return describeImage(block);
  if (block.type === "resource_link") return link(String(block.uri), String(block.title || block.name || block.uri));
  if (block.type === "resource" && block.resource) {
    const { uri, text } = block.resource;
    return typeof text === "string" ? textElement("pre", text) : link(String(uri), String(uri));
  }
  return textElement("p", `(${String(block.type)})`);
}

/** Text that is JSON is shown as its value. @param {string} text @returns {Node} */
function describeText(text) {
  if (/^\s*[[{]/.test(text)) {
    try {
      return describe(JSON.parse(text), 0);
    } catch {
      // not JSON after all
    }
  }
  return textElement("p", text);
}

/** @param {any} block @returns {Node} */
function describeImage(block) {
  const image = document.createElement("img");
  image.alt = (block.annotations && block.annotations.title) || "Image in the result";
  if (/^image\/[\w.+-]+$/.test(block.mimeType)) image.src = `data:${block.mimeType};base64,${block.data}`;
  return image;
}

/** @param {string} href @param {string} text */
function link(href, text) {
  if (!/^https?:/i.test(href)) return textElement("p", text === href ? href : `${text} (${href})`);
  return Object.assign(textElement("a", text), { href, rel: "noreferrer", target: "_blank" });
}

/** @param {unknown} value @param {number} depth @returns {Node} */
function describe(value, depth) {
  if (value === null || typeof value !== "object") return scalar(value);
  if (depth >= DEEPEST) return textElement("code", JSON.stringify(value));
  if (!Array.isArray(value)) return definitions(/** @type {Record<string, unknown>} */ (value), depth);
  if (value.length === 0) return textElement("p", "None");
  const areObjects = value.every((item) => item && typeof item === "object" && !Array.isArray(item));
  return areObjects ? table(value, depth) : list(value, depth);
}

/** @param {unknown} value */
function scalar(value) {
  if (typeof value === "string" && /^https?:\/\/\S+$/.test(value)) return link(value, value);
  if (typeof value === "boolean") return textElement("span", value ? "yes" : "no");
  return textElement("span", value === null || value === undefined ? "–" : String(value));
}

/** @param {Record<string, unknown>[]} rows @param {number} depth */
function table(rows, depth) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const element = document.createElement("table");
  const head = element.createTHead().insertRow();
  for (const column of columns) {
    const cell = textElement("th", titled(column));
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const body = element.createTBody();
  for (const row of rows.slice(0, MOST_ROWS)) {
    const line = body.insertRow();
    for (const column of columns) line.insertCell().append(describe(row[column], depth + 1));
  }
  element.createCaption().textContent =
    rows.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${rows.length} entries` : `${rows.length} ${rows.length === 1 ? "entry" : "entries"}`;
  return element;
}

/** @param {unknown[]} items @param {number} depth */
function list(items, depth) {
  const element = document.createElement("ul");
  for (const item of items.slice(0, MOST_ROWS)) {
    const line = document.createElement("li");
    line.append(describe(item, depth + 1));
    element.append(line);
  }
  return element;
}

/** @param {Record<string, unknown>} value @param {number} depth */
function definitions(value, depth) {
  const element = document.createElement("dl");
  for (const [key, item] of Object.entries(value)) {
    const detail = document.createElement("dd");
    detail.append(describe(item, depth + 1));
    element.append(textElement("dt", titled(key)), detail);
  }
  return element;
}

/** `seat_count` and `seatCount` read as "Seat count". @param {string} key */
function titled(key) {
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} tag @param {string} text */
function textElement(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
