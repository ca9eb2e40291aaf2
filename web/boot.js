// @ts-check
/**
 * Boot: from a page that has shaken hands to the author's `main` running, or to something worth reading instead.
 *
 * Downloads start at once; nothing heavy is evaluated before the host has answered, because its answer would have to
 * wait. A rung that fails is noted and the next one is tried; a stage that hangs counts as failed.
 */
import { fetchFile, openStore } from "./assets.js";
import { COMMON, RUNGS, addAuthor } from "./rungs.js";
import { showCard } from "./card.js";
import { showFallback } from "./fallback.js";

const shim = globalThis.viewsdk;
const { config } = shim;
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const STAGE_LIMIT = 60; // seconds; stock start-up on a slow phone takes about half of it
const WORDS = { download: "Loading Python", start: "Starting Python", view: "Opening the view" };

/** Whether this page may run WebAssembly. WebKit refuses only the instance, so one is made. */
function wasmRefusal() {
  try {
    new WebAssembly.Instance(new WebAssembly.Module(EMPTY_MODULE));
    return null;
  } catch (error) {
    return String(/** @type {Error} */ (error).message || error);
  }
}

/** @template T @param {Promise<T>} promise @param {string} what @returns {Promise<T>} */
function within(promise, what) {
  const seconds = (config.limits && config.limits.stage) || STAGE_LIMIT;
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => reject(new Error(`${what} took longer than ${seconds} s`)), seconds * 1000);
  });
  return /** @type {Promise<T>} */ (Promise.race([promise, late])).finally(() => clearTimeout(timer));
}

/** @param {number} loaded @param {number} total */
function reportBytes(loaded, total) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  shim.showProgress(`${WORDS.download}: ${megabytes(loaded)} of ${megabytes(total)} MB`, loaded / total);
}

function newStore() {
  return openStore(config, (file, count) => fetchFile(file, config.assets.base, count), reportBytes);
}

/** @param {import("./types").Store} store */
function possibleRungs(store) {
  return RUNGS.filter((rung) => rung.needs.every((name) => store.has(name)));
}

/** @param {import("./types").Store} store */
function startDownloads(store) {
  const [first] = possibleRungs(store);
  for (const name of [...COMMON, ...(first ? first.needs : []), "author.pack"]) store.bytes(name);
}

/** The first rung that comes up. @param {import("./types").Store} store */
async function climb(store) {
  let failure = new Error("this page has no way to start Python");
  for (const rung of possibleRungs(store)) {
    try {
      await within(Promise.all([...COMMON, ...rung.needs].map((name) => store.bytes(name))), "the download");
      shim.stage(`starting ${rung.name}`);
      shim.showProgress(WORDS.start);
      const python = await within(rung.start(store, shim.note), `starting Python (${rung.name})`);
      shim.boot.rung = rung.name;
      return python;
    } catch (error) {
      failure = /** @type {Error} */ (error);
      shim.note(`rung ${rung.name} failed: ${failure.message}`);
      shim.tellHost("warning", { rung: rung.name, failed: failure.message });
    }
  }
  throw failure;
}

/** @param {import("./types").Store} store */
async function run(store) {
  await shim.ready;
  const python = await climb(store);
  if (shim.isTornDown()) return;
  shim.stage("python up");
  shim.showProgress(WORDS.view);
  await addAuthor(python, store);
  python.runPython("from viewsdk.browser.boot import start\nstart()");
}

/** @param {Error} error */
function offerRetry(error) {
  showCard({ type: "Could not start", message: error.message }, () => main());
  shim.tellHost("error", { stage: "boot", message: error.message, notes: shim.boot.notes.map((note) => note.text) });
}

function main() {
  const refusal = wasmRefusal();
  if (refusal !== null) {
    shim.note(`WebAssembly is refused: ${refusal}`);
    shim.ready.then(
      () => showFallback({ kind: "wasm", detail: refusal }),
      (gaveUp) => showFallback({ kind: "host", detail: gaveUp.why }),
    );
    return;
  }
  const store = newStore();
  startDownloads(store);
  shim.ready.then(
    () => run(store).catch(offerRetry),
    (gaveUp) => showFallback({ kind: "host", detail: gaveUp.why }),
  );
}

shim.fail = (json) => showCard(JSON.parse(json));
main();
