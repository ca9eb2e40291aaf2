// The questions a person is asked. One at a time, each for itself; Escape cancels, and focus returns where it was.

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./link.js").Message} Message */

export class Questions {
  /** @param {Link} link @param {HTMLDialogElement} dialog */
  constructor(link, dialog) {
    this.link = link;
    this.dialog = dialog;
    /** @type {Message[]} */
    this.waiting = [];
    /** @type {Message | null} */
    this.current = null;
    dialog.addEventListener("close", () => this.#closed());
    dialog.addEventListener("cancel", () => { dialog.returnValue = "cancel"; });
  }

  /** @param {Message} question key, title, detail, body, remembers */
  ask(question) {
    this.waiting.push(question);
    this.#next();
  }

  /** @param {string} key */
  withdraw(key) {
    this.waiting = this.waiting.filter((question) => question.key !== key);
    if (this.current?.key !== key) return;
    this.current = null;
    this.dialog.close();
  }

  withdrawAll() {
    this.waiting = [];
    this.current = null;
    if (this.dialog.open) this.dialog.close();
  }

  #next() {
    if (this.current !== null || this.dialog.open) return;
    const question = this.waiting.shift();
    if (question === undefined) return;
    this.current = question;
    this.#fill(question);
    this.dialog.returnValue = "cancel";
    this.dialog.showModal();
  }

  /** @param {Message} question */
  #fill({ title, detail, body, remembers }) {
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (this.dialog.querySelector(`#${id}`));
    part("ask-title").textContent = title;
    part("ask-detail").textContent = detail;
    part("ask-body").textContent = body ?? "";
    part("ask-body").hidden = !body;
    part("ask-session").hidden = !remembers;
  }

  #closed() {
    const question = this.current;
    this.current = null;
    if (question !== null) this.link.send({ type: "answered", key: question.key, outcome: this.dialog.returnValue || "cancel" });
    this.#next();
  }
}
