// @ts-check
/**
 * Fallback: what the page shows when Python cannot run here, or when there is no host.
 *
 * In order: HTML the server sent with the result, the author's static page, the launch result made readable, baked
 * data, and at the least the reason in words. The host is told once.
 */
import { readable } from "./readable.js";

const shimForFallback = globalThis.viewsdk;
const RESULT = "ui/notifications/tool-result";
const CANCELLED = "ui/notifications/tool-cancelled";

/** @typedef {{kind: "wasm" | "host" | "start", detail: string, retry?: () => void}} Why */

/** @param {Why} why */
function inWords({ kind, detail }) {
  if (kind === "wasm") return "This host does not allow WebAssembly, which this view needs in order to run.";
  if (kind === "host") return `This view is not connected to a host: ${detail}.`;
  return `This view could not start: ${detail}.`;
}

/** @param {Why} why */
export function showFallback(why) {
  const { config, boot } = shimForFallback;
  boot.rung = "none";
  shimForFallback.stage("fallback");
  const level = why.kind === "start" ? "error" : "warning";
  const notes = boot.notes.map((note) => note.text);
  shimForFallback.tellHost(level, { stage: "fallback", reason: why.kind, message: inWords(why), detail: why.detail, notes });
  const baked = config.baked && Object.keys(config.baked).length > 0 ? config.baked : null;
  show(why, baked, why.kind === "host" ? "" : "Waiting for the result.", stop);
  const unwatch = shimForFallback.watch((frame) => {
    if (frame.method === RESULT) show(why, frame.params || {}, "", stop);
    if (frame.method === CANCELLED) show(why, null, "The call that opened this view was cancelled.", stop);
  });
  function stop() {
    unwatch();
  }
}

/** @param {Why} why @param {Record<string, any> | null} result @param {string} otherwise @param {() => void} stop */
function show(why, result, otherwise, stop) {
  const node = shimForFallback.bootNode();
  const { title } = shimForFallback.config;
  node.className = "viewsdk-fallback";
  node.setAttribute("role", "region");
  node.setAttribute("aria-label", title);
  node.replaceChildren(made("h1", title), body(result, otherwise), reason(why, stop));
  shimForFallback.reveal();
}

/** @param {Record<string, any> | null} result @param {string} otherwise */
function body(result, otherwise) {
  const { fallback = {} } = shimForFallback.config;
  const html = (result && result._meta && result._meta["viewsdk/fallback"]) || fallback.html;
  const element = made("div", "");
  if (typeof html === "string") element.innerHTML = html; // the author's own, from the build or from the author's server
  else if (result) element.append(...readable(result));
  else element.textContent = otherwise;
  return element;
}

/** @param {Why} why @param {() => void} stop */
function reason(why, stop) {
  const element = made("p", inWords(why));
  element.className = "viewsdk-reason";
  element.setAttribute("role", why.kind === "start" ? "alert" : "note");
  if (why.retry) element.append(" ", retryButton(why.retry, stop));
  return element;
}

/** @param {() => void} retry @param {() => void} stop */
function retryButton(retry, stop) {
  const button = /** @type {HTMLButtonElement} */ (made("button", "Try again"));
  button.type = "button";
  button.addEventListener("click", () => {
    stop();
    const node = shimForFallback.bootNode();
    node.className = "";
    node.replaceChildren(Object.assign(made("p", "Starting"), { id: "viewsdk-words" }));
    retry();
  });
  return button;
}

/** @param {string} tag @param {string} text */
function made(tag, text) {
  return Object.assign(document.createElement(tag), { textContent: text });
}
