// @ts-check
/**
 * Shim: the first script of every page. It shakes hands with the host before anything heavy happens, paints the
 * host's theme, answers what cannot wait, and keeps every frame until Python takes over.
 *
 * It is not a client: it never sends anything of the author's, and Python judges what it did by replaying its
 * transcript (`attach`). Frames reach Python as text; the parent window never does.
 */
import { arrivals, asker } from "./asking.js";
import { applyTheme } from "./theme.js";
import { mailbox } from "./mailbox.js";
import { pace } from "./pace.js";
import { bootNode, reveal, showProgress, watchSize, yieldToView } from "./skeleton.js";
import { shakeHands } from "./handshake.js";

const host = window.parent;
const configText = /** @type {HTMLElement} */ (document.getElementById("viewsdk-config")).textContent || "{}";
/** @type {import("./types").PageConfig} */
const config = JSON.parse(configText);
const PARTIAL = "ui/notifications/tool-input-partial";

/** @type {{direction: "in" | "out", frame: any, at: number}[]} */
let transcript = [];
let partials = 0;
/** @type {((texts: string[]) => void) | null} */
let python = null;
/** @type {((frame: any) => void)[]} */
const watchers = [];
/** @type {any} */
let welcome = null;
let tornDown = false;
const requests = asker((frame) => host.postMessage(frame, "*"));
let endSizes = () => {};
/** @type {import("./types").BootReport} */
const boot = { rung: null, stages: [], notes: [] };

const now = () => performance.now();

/** @param {string} text */
function note(text) {
  boot.notes.push({ at: now(), text });
}

/** @param {any} frame */
function send(frame) {
  if (!python) transcript.push({ direction: "out", frame, at: now() });
  host.postMessage(frame, "*");
}

/** @param {string} method @param {any} [params] */
function notify(method, params) {
  send(params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params });
}

/** A log line for the host, if it takes any. @param {string} level @param {any} data */
function tellHost(level, data) {
  const capabilities = welcome && welcome.hostCapabilities;
  if (capabilities && capabilities.logging && !tornDown) notify("notifications/message", { level, logger: "viewsdk", data });
}

/** @param {any} frame */
function keep(frame) {
  if (frame.method === PARTIAL) {
    partials += 1;
    transcript = transcript.filter((entry) => entry.frame.method !== PARTIAL);
  }
  transcript.push({ direction: "in", frame, at: now() });
}

/** @param {any} frame */
function asText(frame) {
  try {
    return JSON.stringify(frame);
  } catch (error) {
    note(`a frame that JSON cannot carry was dropped: ${error}`);
    return null;
  }
}

const isId = (/** @type {unknown} */ id) => typeof id === "string" || Number.isInteger(id);
const isOurTool = (/** @type {string} */ method) =>
  /^tools\/(list|call)$/.test(method) && Boolean(config.app.capabilities && config.app.capabilities.tools);

/** Answer a request that arrived before Python did; requests for the view's own tools wait for it. @param {any} frame */
function answer(frame) {
  if (!isId(frame.id)) return note(`a request with an unusable id was dropped: ${String(frame.method)}`);
  if (isOurTool(frame.method)) return undefined;
  const { id, method } = frame;
  if (method === "ping") return send({ jsonrpc: "2.0", id, result: {} });
  if (method !== "ui/resource-teardown") {
    return send({ jsonrpc: "2.0", id, error: { code: -32601, message: `Method not found: ${String(method)}` } });
  }
  tornDown = true;
  endSizes();
  showProgress("The host has closed this view.");
  return send({ jsonrpc: "2.0", id, result: {} });
}

/** @param {any} frame */
function receive(frame) {
  if (requests.takes(frame)) return;
  if (frame.method === "ui/notifications/host-context-changed") applyTheme(frame.params || {}, note);
  if (python) return toPython.take(frame);
  if (asText(frame) === null) return;
  keep(frame);
  if (frame.method === undefined) handshake.answered(frame);
  else if ("id" in frame) answer(frame);
  for (const watcher of watchers) watcher(frame);
}

const toPython = pace((frames) => {
  const texts = /** @type {string[]} */ (frames.map(asText).filter((text) => text !== null));
  if (python && texts.length > 0) python(texts);
});

const handshake = shakeHands({ config, post: send, note, alone: host === window });

addEventListener("message", (event) => {
  const frame = event.data;
  if (event.source !== host || host === window || frame === null || typeof frame !== "object" || frame.jsonrpc !== "2.0") return;
  handshake.heard();
  receive(frame);
});

const ready = handshake.done.then((result) => {
  welcome = result;
  applyTheme(result.hostContext || {}, note);
  notify("ui/notifications/initialized");
  reveal();
  endSizes = watchSize((width, height) => tornDown || notify("ui/notifications/size-changed", { width, height }));
  stage("initialized");
  return result;
});
ready.catch(() => reveal());

/** Report that the start has reached a stage. @param {string} name */
function stage(name) {
  boot.stages.push({ name, at: now() });
  if (name === "running") yieldToView();
  tellHost("debug", { stage: name, at: Math.round(now()) });
}

/**
 * Take over from the shim: returns the transcript as JSON text, and from now on hands each frame to `handler`, through
 * Python's memory where it can.
 * @param {(given: number | string) => void} handler
 * @param {any} memory
 */
function attach(handler, memory) {
  endSizes();
  const frames = transcript.map(({ direction, frame, at }) => ({ direction, text: JSON.stringify(frame), at }));
  python = mailbox(handler, memory);
  transcript = [];
  watchers.length = 0;
  return JSON.stringify({ frames, partials, boot });
}

/** @param {string} text a frame as JSON text */
function post(text) {
  host.postMessage(JSON.parse(text), "*");
}

handshake.start();

Object.assign(globalThis, {
  viewsdk: {
    ask: requests.ask, ...arrivals(), config, configText, ready, boot, attach, everyPartial: toPython.wantAll, post, note, stage, send, tellHost, showProgress, bootNode, reveal,
    watch: (/** @type {(frame: any) => void} */ watcher) => {
      for (const entry of transcript) if (entry.direction === "in") watcher(entry.frame);
      watchers.push(watcher);
      return () => watchers.splice(watchers.indexOf(watcher), 1);
    },
    isTornDown: () => tornDown,
    late: null,
    fail: (/** @type {string} */ json) => note(json), // replaced by the card as soon as the second script has run
  },
});
