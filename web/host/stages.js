// The stage ledger: how far a run came, and where it stopped and why.

/** @typedef {import("./link.js").Message} Message */

export class Stages {
  /** @param {HTMLOListElement} list */
  constructor(list) {
    this.list = list;
    /** @type {Map<string, HTMLLIElement>} */
    this.items = new Map();
  }

  /** @param {string[]} names */
  start(names) {
    this.list.replaceChildren();
    this.items.clear();
    for (const name of names) this.#item(name);
  }

  /**
   * Shows one stage's state.
   * @param {Message} message name, state ("pending", "running", "done", "failed"), detail, seconds
   */
  set({ name, state, detail, seconds }) {
    const item = this.#item(name);
    item.dataset.state = state;
    item.title = detail ?? "";
    const label = document.createElement("span");
    label.textContent = state === "failed" && detail ? `${name}: ${detail}` : name;
    const time = document.createElement("small");
    if (typeof seconds === "number") time.textContent = `${seconds.toFixed(2)} s`;
    item.replaceChildren(label, time);
  }

  /** @param {string} name */
  #item(name) {
    let item = this.items.get(name);
    if (item === undefined) {
      item = document.createElement("li");
      item.textContent = name;
      item.dataset.state = "pending";
      this.items.set(name, item);
      this.list.append(item);
    }
    return item;
  }
}
