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

const REASONS = {
  wasm: "This host does not allow WebAssembly, which this view needs in order to run.",
  host: "This view is not connected to a host",
};

/** @param {{kind: "wasm" | "host", detail: string}} why */
export function showFallback(why) {
  const { config } = shimForFallback;
  shimForFallback.boot.rung = "none";
  shimForFallback.stage("fallback");
  const words = why.kind === "wasm" ? REASONS.wasm : `${REASONS.host}: ${why.detail}.`;
  shimForFallback.tellHost("warning", { stage: "fallback", reason: why.kind, message: words, detail: why.detail });
  const baked = config.baked && Object.keys(config.baked).length > 0 ? config.baked : null;
  show(words, baked, why.kind === "wasm" ? "Waiting for the result." : "");
  shimForFallback.watch((frame) => {
    if (frame.method === RESULT) show(words, frame.params || {}, "");
    if (frame.method === CANCELLED) show(words, null, "The call that opened this view was cancelled.");
  });
}

/** @param {string} words @param {Record<string, any> | null} result @param {string} otherwise */
function show(words, result, otherwise) {
  const node = shimForFallback.bootNode();
  node.className = "viewsdk-fallback";
  node.setAttribute("role", "region");
  node.setAttribute("aria-label", shimForFallback.config.title);
  node.replaceChildren(heading(shimForFallback.config.title), body(result, otherwise), reason(words));
  shimForFallback.reveal();
}

/** @param {Record<string, any> | null} result @param {string} otherwise */
function body(result, otherwise) {
  const { fallback = {} } = shimForFallback.config;
  const html = (result && result._meta && result._meta["viewsdk/fallback"]) || fallback.html;
  const element = document.createElement("div");
  if (typeof html === "string") element.innerHTML = html; // the author's own, from the build or from the author's server
  else if (result) element.append(...readable(result));
  else element.textContent = otherwise;
  return element;
}

/** @param {string} text */
function heading(text) {
  return Object.assign(document.createElement("h1"), { textContent: text });
}

/** @param {string} text */
function reason(text) {
  const element = Object.assign(document.createElement("p"), { textContent: text });
  element.className = "viewsdk-reason";
  element.setAttribute("role", "note");
  return element;
}
