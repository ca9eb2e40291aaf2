// @ts-check
/**
 * Boot: from a page that has shaken hands to the author's `main` running, or to something worth reading instead.
 *
 * Downloads start at once, but for the image, which goes behind the interpreter's code; nothing heavy is evaluated before the host has answered, because its answer would have to
 * wait. A rung that fails is noted and the next one is tried; a stage that hangs counts as failed.
 */
import { fetchFile, inOrder, openStore } from "./assets.js";
import { bridgeLoader } from "./bridge.js";
import { showCard } from "./card.js";
import { showFallback } from "./fallback.js";
import { readInline } from "./inline.js";

const shim = globalThis.viewsdk;
const { config } = shim;
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const STAGE_LIMIT = 60; // seconds; starting from sources on a slow phone takes about half of it
const ENDING_LIMIT = 5; // seconds
const LATE_AFTER = 500; // ms; the view's first calls and paint go before files it may never need
const WORDS = { download: "Loading Python", start: "Starting Python", view: "Opening the view" };

/** What every way to start Python needs. */
const COMMON = ["pyodide.js", "pyodide.asm.js", "start.js", "native.pack", "author.pack"];

/**
 * What an image is restored in: a part of the runtime where that is enough for the view, or all of it. An import can only
 * wait for the other part where the engine can suspend a call, so others begin with all of it, unless a part is in the page.
 */
const FIRST = config.assets.files.find((file) => file.name === "pyodide.first.wasm");
const IN_PARTS = FIRST !== undefined && ("Suspending" in WebAssembly || FIRST.inline === true);
const RUNTIME = IN_PARTS ? "pyodide.first.wasm" : "pyodide.asm.wasm";

/** The ways to start Python, fastest first, and what each needs besides: its runtime, and then the rest. @type {Record<string, string[]>} */
const RUNGS = {
  snapshot: [RUNTIME, "snapshot.pack"],
  pyc: ["pyodide.asm.wasm", "stdlib.pyc.zip", "site.pyc.pack", "sdk.pyc.pack"],
  stock: ["pyodide.asm.wasm", "stdlib.zip", "site.pack", "sdk.pack"],
};

/** The image is the largest file and the one needed last: the interpreter gets ready while it is coming. */
const BEHIND = { "snapshot.pack": RUNTIME };

/** Whether this page may run WebAssembly. WebKit refuses only the instance, so one is made. */
function wasmRefusal() {
  try {
    new WebAssembly.Instance(new WebAssembly.Module(EMPTY_MODULE));
    return null;
  } catch (error) {
    return String(/** @type {Error} */ (error).message || error);
  }
}

const stageLimit = (config.limits && config.limits.stage) || STAGE_LIMIT;

/** @template T @param {Promise<T>} promise @param {string} what @param {number} [seconds] @returns {Promise<T>} */
function within(promise, what, seconds = stageLimit) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => reject(new Error(`${what} took longer than ${seconds} s`)), seconds * 1000);
  });
  return /** @type {Promise<T>} */ (Promise.race([promise, late])).finally(() => clearTimeout(timer));
}

/** A download may take long, but not stand still. @template T @param {Promise<T>} promise @returns {Promise<T>} */
function whileMoving(promise) {
  moved = performance.now();
  let timer = 0;
  const still = new Promise((_, reject) => {
    const look = () => {
      if (performance.now() - moved > stageLimit * 1000) reject(new Error(`the download stood still for ${stageLimit} s`));
    };
    timer = window.setInterval(look, 250);
  });
  return /** @type {Promise<T>} */ (Promise.race([promise, still])).finally(() => clearInterval(timer));
}

let moved = 0; // when the last bytes came
let told = 0; // quarters of the download the host has heard of

/** @param {number} loaded @param {number} total */
function reportBytes(loaded, total) {
  moved = performance.now();
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  shim.showProgress(`${WORDS.download}: ${megabytes(loaded)} of ${megabytes(total)} MB`, loaded / total);
  const quarter = Math.floor((4 * loaded) / total);
  if (quarter > told) shim.tellHost("debug", { stage: WORDS.download, loaded: Math.round(loaded), total });
  told = Math.max(told, quarter);
}

/** Where this page's files come from; what does not lie in the page goes through the host or the network. */
function newStore() {
  const { assets, delivery } = config;
  const throughHost = bridgeLoader(assets, (...request) => shim.ready.then(() => shim.ask(...request)), shim.note);
  const overNetwork = inOrder((file, count) => fetchFile(file, assets.base, count), BEHIND);
  const loader = delivery === "linked" ? overNetwork : throughHost;
  return openStore(config, (file, count) => (file.inline ? readInline : loader)(file, count), reportBytes);
}

/** @param {import("./types").Store} store */
function possibleRungs(store) {
  return Object.keys(RUNGS).filter((name) => RUNGS[name].every((file) => store.has(file)));
}

/**
 * One rung: it begins while its files are still coming, and has its time from when the last one is here.
 * @param {string} name
 * @param {import("./types").Store} store
 */
async function step(name, store) {
  await whileMoving(store.run("start.js"));
  globalThis.viewsdkStart.warmUp(store, RUNGS[name][0]);
  const starting = globalThis.viewsdkStart.rungs[name](store, shim.note, RUNTIME);
  starting.catch(() => {}); // awaited below
  try {
    await whileMoving(Promise.all([...COMMON, ...RUNGS[name]].map((file) => store.bytes(file))));
    if (shim.isTornDown()) throw new Error("the host closed the view");
    shim.stage(`starting ${name}`);
    shim.showProgress(WORDS.start);
    return await within(starting, `starting Python (${name})`);
  } catch (error) {
    // Two starts at once would undo each other's hooks; one that hangs is left behind.
    await within(starting, "the end of a failed start", ENDING_LIMIT).catch(() => {});
    throw error;
  }
}

/** The first rung that comes up. @param {import("./types").Store} store */
async function climb(store) {
  let failure = new Error("this page has no way to start Python");
  for (const name of possibleRungs(store)) {
    try {
      const python = await step(name, store);
      shim.boot.rung = name;
      return python;
    } catch (error) {
      if (shim.isTornDown()) throw error;
      failure = /** @type {Error} */ (error);
      shim.note(`rung ${name} failed: ${failure.message}`);
      shim.tellHost("warning", { rung: name, failed: failure.message });
    }
  }
  throw failure;
}

/** @param {import("./types").Store} store */
async function run(store) {
  await shim.ready;
  const python = await climb(store);
  shim.stage("python up");
  shim.showProgress(WORDS.view);
  await globalThis.viewsdkStart.addAuthor(python, store);
  const boot = python.pyimport("viewsdk.browser.boot");
  if (shim.boot.rung === "snapshot") await completeSnapshot(python, boot, store);
  boot.start();
}

/**
 * A restored memory is woken where it is; the files behind it come when the view is up, or before if it needs them.
 * @param {any} python
 * @param {any} boot the Python module viewsdk.browser.boot
 * @param {import("./types").Store} store
 */
async function completeSnapshot(python, boot, store) {
  /** @type {Promise<void> | null} */
  let arriving = null;
  const arrive = async () => {
    await globalThis.viewsdkStart.addLateFiles(python, store);
    boot.late_files_arrived();
    shim.stage("late files");
  };
  shim.late = () => (arriving ||= arrive());
  boot.wake(globalThis.viewsdkStart.surroundings(python), IN_PARTS);
  if (boot.needs_late_files()) await shim.late();
  else setTimeout(() => shim.late && shim.late().catch((error) => shim.note(`late files: ${error.message}`)), LATE_AFTER);
}

/** @param {Error} error */
function offerRetry(error) {
  if (!shim.isTornDown()) showFallback({ kind: "start", detail: error.message, retry: main });
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
  for (const name of [...COMMON, ...RUNGS[possibleRungs(store)[0]] || []]) store.bytes(name);
  shim.ready.then(
    () => run(store).catch(offerRetry),
    (gaveUp) => showFallback({ kind: "host", detail: gaveUp.why }),
  );
}

shim.fail = (json) => showCard(JSON.parse(json));
main();
