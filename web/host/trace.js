// The trace panel: every entry as it happens, by kind and by text. It shows the last entries; the file has them all.

/** @typedef {{kind: string, time: number, direction?: string, frame?: any, [key: string]: any}} Entry */

const MAX_SHOWN = 500; // older rows leave the page; a polling view would fill it
const MAX_BODY = 40000;
// What the host did about a frame stands beside it; a reader who looks for that switches it on.
const AT_FIRST_HIDDEN = new Set(["decision", "effect", "stage"]);
const ARROWS = /** @type {Record<string, string>} */ ({ "view-to-host": "→", "host-to-view": "←" });

export class Trace {
  /** @param {{list: HTMLElement, filter: HTMLInputElement, kinds: HTMLElement, count: HTMLElement}} parts */
  constructor(parts) {
    this.parts = parts;
    this.total = 0;
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {Set<string>} */
    this.known = new Set();
    parts.filter.addEventListener("input", () => this.#refilter());
  }

  /** @param {Entry} entry */
  add(entry) {
    const { list, count } = this.parts;
    this.total += 1;
    count.textContent = String(this.total);
    if (!this.known.has(entry.kind)) this.#addKind(entry.kind);
    const follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const row = makeRow(entry);
    row.hidden = !this.#shows(row);
    list.append(row);
    while (list.childElementCount > MAX_SHOWN) list.firstElementChild?.remove();
    if (follows) list.scrollTop = list.scrollHeight;
  }

  /** @param {string} kind */
  #addKind(kind) {
    this.known.add(kind);
    if (AT_FIRST_HIDDEN.has(kind)) this.hidden.add(kind);
    const chip = document.createElement("button");
    chip.type = "button";
    chip.textContent = kind;
    chip.setAttribute("aria-pressed", String(!this.hidden.has(kind)));
    chip.addEventListener("click", () => {
      const isShown = chip.getAttribute("aria-pressed") !== "true";
      chip.setAttribute("aria-pressed", String(isShown));
      if (isShown) this.hidden.delete(kind);
      else this.hidden.add(kind);
      this.#refilter();
    });
    this.parts.kinds.append(chip);
  }

  #refilter() {
    for (const row of this.parts.list.children) {
      const element = /** @type {HTMLElement} */ (row);
      element.hidden = !this.#shows(element);
    }
  }

  /** @param {HTMLElement} row */
  #shows(row) {
    if (this.hidden.has(row.dataset.kind ?? "")) return false;
    const wanted = this.parts.filter.value.trim().toLowerCase();
    return !wanted || (row.dataset.text ?? "").includes(wanted);
  }
}

/** @param {Entry} entry */
function makeRow(entry) {
  const row = document.createElement("li");
  row.dataset.kind = entry.kind;
  row.dataset.direction = entry.direction ?? "";
  row.dataset.tone = isBad(entry) ? "bad" : "plain";
  const title = summarise(entry);
  row.dataset.text = `${entry.kind} ${title} ${JSON.stringify(entry)}`.slice(0, MAX_BODY).toLowerCase();
  const details = document.createElement("details");
  details.append(makeSummary(entry, title));
  // The body is drawn when it is asked for: most rows are never opened.
  details.addEventListener("toggle", () => details.append(makeBody(entry)), { once: true });
  row.append(details);
  return row;
}

/** @param {Entry} entry @param {string} title */
function makeSummary(entry, title) {
  const summary = document.createElement("summary");
  const time = document.createElement("time");
  time.textContent = entry.time.toFixed(2);
  const arrow = document.createElement("span");
  arrow.className = "arrow";
  arrow.textContent = ARROWS[entry.direction ?? ""] ?? "·";
  const what = document.createElement("span");
  what.className = "what";
  what.textContent = title;
  what.title = title;
  summary.append(time, arrow, what);
  return summary;
}

/** @param {Entry} entry */
function makeBody(entry) {
  const body = document.createElement("pre");
  const text = JSON.stringify(entry.frame ?? entry, null, 2);
  body.textContent = text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}\n… ${text.length - MAX_BODY} more characters in the trace file` : text;
  return body;
}

/** @param {Entry} entry */
function summarise(entry) {
  return entry.kind === "frame" ? summariseFrame(entry.frame ?? entry.text) : summariseRecord(entry);
}

/** @param {any} frame */
function summariseFrame(frame) {
  if (typeof frame !== "object" || frame === null) return `not JSON: ${frame}`;
  const id = frame.id === undefined ? "" : ` #${frame.id}`;
  if (frame.method) return `${frame.method}${id}${about(frame.params ?? {})}`;
  return frame.error ? `error ${frame.error.code}${id} ${frame.error.message}` : `result${id}`;
}

/** The one thing in a frame's parameters that tells it from its like. @param {any} params */
function about({ name, uri, url, mode, level, data, width, height, reason }) {
  const size = height === undefined ? undefined : `${width ?? "?"} × ${height}`;
  const line = level === undefined ? undefined : `${level}: ${data?.stage ?? data?.message ?? JSON.stringify(data)}`;
  const found = name ?? uri ?? url ?? mode ?? line ?? size ?? reason;
  return found === undefined ? "" : ` · ${String(found).slice(0, 200)}`;
}

/** @param {Entry} entry */
function summariseRecord(entry) {
  const { kind, stage, passed, decision, effect, directive, blocked, message, text, step, detail, details } = entry;
  const name = stage ?? decision ?? effect ?? directive ?? step ?? message ?? text ?? "";
  const mark = kind === "stage" ? (passed ? "✓ " : "✕ ") : "";
  const rest = detail || blocked || Object.values(details ?? {}).filter((value) => typeof value !== "object").join(" · ");
  return `${mark}${name || kind}${rest ? ` · ${rest}` : ""}`;
}

/** @param {Entry} entry */
function isBad(entry) {
  return entry.kind === "error" || entry.kind === "violation" || entry.passed === false || Boolean(entry.frame?.error) || entry.frame?.result?.isError === true;
}
