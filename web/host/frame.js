// One mount: the sandbox frame of one view, from insertion to removal. It relays frames as text and reports what the
// sandbox says about itself; it knows no method of the protocol beyond the reserved `sandbox-` ones.

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./link.js").Message} Message */

const RESERVED = "ui/notifications/sandbox-";
const MAX_NOTED = 20; // per mount; a view that posts noise for ever may not grow the trace

export class Frame {
  /**
   * @param {Link} link
   * @param {Message} mount what Python said: mount, url, html, allow, max_frame_bytes, ready_seconds
   * @param {HTMLElement} slot
   */
  constructor(link, mount, slot) {
    this.link = link;
    this.mount = mount;
    this.origin = new URL(mount.url).origin;
    this.notes = 0;
    this.hasHtml = false;
    this.element = this.#makeElement();
    this.listener = (/** @type {MessageEvent} */ event) => this.#hear(event);
    // The view's first message can come before any load event (spec, "Sandbox proxy"; ext-apps#542): listen, then insert.
    window.addEventListener("message", this.listener);
    this.timer = window.setTimeout(() => this.#say("sandbox_silent"), mount.ready_seconds * 1000);
    slot.prepend(this.element);
  }

  #makeElement() {
    const element = document.createElement("iframe");
    element.setAttribute("sandbox", "allow-scripts allow-same-origin");
    if (this.mount.allow) element.setAttribute("allow", this.mount.allow);
    element.title = this.mount.title || "View";
    element.dataset.hidden = "true";
    element.dataset.mount = String(this.mount.mount);
    element.src = this.mount.url;
    return element;
  }

  /** @param {string} type @param {object} [fields] */
  #say(type, fields = {}) {
    this.link.send({ type, mount: this.mount.mount, ...fields });
  }

  /** @param {string} type @param {object} fields */
  #note(type, fields) {
    this.notes += 1;
    if (this.notes <= MAX_NOTED) this.#say(type, fields);
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    if (event.source !== this.element.contentWindow) return;
    if (event.origin !== this.origin) return this.#note("noise", { what: `a message from origin ${event.origin}` });
    const data = event.data;
    if (!isEnvelope(data)) return this.#note("noise", { what: describe(data) });
    if (typeof data.method === "string" && data.method.startsWith(RESERVED)) this.#hearSandbox(data);
    else this.#forward(data);
  }

  /** @param {Message} data */
  #hearSandbox(data) {
    const name = data.method.slice(RESERVED.length);
    if (name === "proxy-ready") this.#deliver();
    else if (name === "view-navigated") this.#say("navigated");
    else if (name === "violation") this.#note("violation", { directive: String(data.params?.directive), blocked: String(data.params?.blocked) });
    else this.#note("noise", { what: `the sandbox: ${name} ${JSON.stringify(data.params)}`.slice(0, 300) });
  }

  #deliver() {
    if (this.hasHtml) return;
    this.hasHtml = true;
    window.clearTimeout(this.timer);
    this.#say("sandbox_ready");
    const { html, allow } = this.mount;
    this.#post({ jsonrpc: "2.0", method: RESERVED + "resource-ready", params: { html, allow } });
  }

  /** @param {Message} data */
  #forward(data) {
    let text;
    try {
      text = JSON.stringify(data);
    } catch (error) {
      return this.#note("unreadable", { ...head(data), reason: `it is not JSON (${String(error).slice(0, 120)})`, size: 0 });
    }
    if (text.length <= this.mount.max_frame_bytes) return this.#say("frame", { text });
    this.#note("unreadable", { ...head(data), reason: "it is over the cap", size: text.length });
  }

  /** @param {object} message */
  #post(message) {
    this.element.contentWindow?.postMessage(message, this.origin);
  }

  /**
   * Hands one frame of the host to the sandbox, which hands it to the view.
   * @param {string} text
   */
  send(text) {
    this.#post(JSON.parse(text));
  }

  reveal() {
    this.element.dataset.hidden = "false";
  }

  remove() {
    window.clearTimeout(this.timer);
    window.removeEventListener("message", this.listener);
    this.element.remove();
  }
}

/**
 * @param {unknown} data
 * @returns {data is Message}
 */
function isEnvelope(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return false;
  return /** @type {{jsonrpc?: unknown}} */ (data).jsonrpc === "2.0";
}

/** @param {unknown} data */
function describe(data) {
  if (data === null) return "null";
  if (typeof data !== "object") return `a ${typeof data}`;
  return Array.isArray(data) ? "an array" : "an object that is not JSON-RPC 2.0";
}

/**
 * What an answer to a frame we cannot carry needs: its id and method, where they can be read.
 * @param {Message} data
 */
function head(data) {
  const isId = typeof data.id === "string" || Number.isSafeInteger(data.id);
  return { id: isId ? data.id : null, method: typeof data.method === "string" ? data.method.slice(0, 200) : null };
}
