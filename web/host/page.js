// The host page: joins the parts. It relays, frames, sizes and shows; every decision is taken in Python.

import { Controls } from "./controls.js";
import { Questions } from "./dialog.js";
import { Frame } from "./frame.js";
import { Link } from "./link.js";
import { Said } from "./said.js";
import { Stages } from "./stages.js";
import { Trace } from "./trace.js";

/** @typedef {import("./link.js").Message} Message */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const link = new Link(`ws://${location.host}/socket`);
const card = part("card");
const slot = part("slot");
const controls = new Controls(link, { card, leave: part("leave") });
const questions = new Questions(link, /** @type {HTMLDialogElement} */ (part("ask")));
const said = new Said(link, part("said"));
const stages = new Stages(/** @type {HTMLOListElement} */ (part("stages")));
const trace = new Trace({
  list: part("trace-list"),
  filter: /** @type {HTMLInputElement} */ (part("trace-filter")),
  kinds: part("trace-kinds"),
  count: part("trace-count"),
});

/** @type {Frame | null} */
let frame = null;

/** @param {string} state @param {string} short @param {string} [long] */
function showStatus(state, short, long) {
  part("status-dot").dataset.state = state;
  part("status").textContent = short;
  const waiting = part("waiting");
  waiting.hidden = long === undefined;
  waiting.dataset.state = state;
  part("waiting-text").textContent = long ?? "";
}

/** @param {Message} message */
function welcome({ server, title, uri, prompt, theme, displays, stages: names }) {
  part("server-name").textContent = server;
  part("view-title").textContent = title;
  part("view-title").hidden = !title;
  part("view-uri").textContent = uri || "no view yet";
  part("prompt").textContent = prompt;
  part("prompt").hidden = !prompt;
  document.title = title ? `${title} · hostsim` : "hostsim";
  controls.showTheme(theme);
  controls.offerDisplays(displays, "This host does not have it");
  stages.start(names);
}

/** @param {Message} message */
function mount(message) {
  frame?.remove();
  said.clear();
  card.dataset.border = String(message.border);
  resize(message);
  controls.showDisplay("inline");
  frame = new Frame(link, message, slot);
}

/** Fullscreen takes its size from the window; the other modes take the height they are told. @param {Message} message */
function resize({ height, is_cut }) {
  slot.style.height = `${height}px`;
  part("cut").hidden = !is_cut;
}

/** @param {Message} message */
function display({ mode, height }) {
  controls.showDisplay(mode);
  slot.style.height = mode === "fullscreen" ? "auto" : `${height}px`;
}

/** The frame of a mount, as long as it is the one shown. @param {number} number */
function shown(number) {
  return frame && frame.mount.mount === number ? frame : null;
}

/** @param {Message} message */
function unmount({ mount: number }) {
  if (!shown(number)) return;
  frame?.remove();
  frame = null;
  questions.withdrawAll();
  controls.showDisplay("inline");
  resize({ type: "resize", height: 180 });
}

link.on({
  welcome,
  mount,
  unmount,
  resize,
  display,
  frame: ({ mount: number, text }) => shown(number)?.send(text),
  reveal: ({ mount: number }) => shown(number)?.reveal(),
  status: ({ state, short, long }) => showStatus(state, short, long ?? undefined),
  theme: ({ theme }) => controls.showTheme(theme),
  displays: ({ modes, otherwise }) => controls.offerDisplays(modes, otherwise),
  stage: (message) => stages.set(message),
  entry: ({ entry }) => trace.add(entry),
  ask: (question) => questions.ask(question),
  withdraw: ({ key }) => questions.withdraw(key),
  note: ({ title, text, slot: name }) => { said.note(title, text, name ?? undefined); },
  open: (message) => said.open(message),
  save: (message) => said.save(message),
});

/** The room the view has in its present mode, told once at the start and then whenever it changes. */
function measure() {
  const box = slot.getBoundingClientRect();
  return { width: Math.round(slot.clientWidth), height: Math.round(box.height), display: card.dataset.display };
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const scheme = () => (dark.matches ? "dark" : "light");

controls.showTheme(scheme()); // until Python says which
dark.addEventListener("change", () => link.send({ type: "scheme", scheme: scheme() }));

function greet() {
  link.send({
    type: "hello",
    ...measure(),
    locale: navigator.language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    touch: navigator.maxTouchPoints > 0,
    hover: window.matchMedia("(hover: hover)").matches,
    scheme: scheme(),
  });
  let last = "";
  new ResizeObserver(() => {
    const room = JSON.stringify({ type: "room", ...measure() });
    if (room !== last) link.send(JSON.parse(room));
    last = room;
  }).observe(slot);
}

const TAKEN_OVER = 4001; // as in hostsim/remote.py

link.whenever(greet, (code) => {
  frame?.remove();
  frame = null;
  questions.withdrawAll();
  if (code === TAKEN_OVER) showStatus("ended", "another page took over", "Another page shows this view now. Reload this one to take it back.");
  else showStatus("failed", "hostsim has ended", "hostsim has ended. Start it again and reload this page.");
});
