// The buttons of the header. They ask; Python answers with what became of it, and `show` draws that.

/** @typedef {import("./link.js").Link} Link */

/** @param {string} attribute @param {string | undefined} value */
function press(attribute, value) {
  for (const button of document.querySelectorAll(`button[${attribute}]`)) {
    button.setAttribute("aria-pressed", String(button.getAttribute(attribute) === value));
  }
}

export class Controls {
  /** @param {Link} link @param {{card: HTMLElement, leave: HTMLElement}} parts */
  constructor(link, parts) {
    this.link = link;
    this.card = parts.card;
    this.leave = parts.leave;
    this.#each("data-theme-choice", (value) => link.send({ type: "choose", what: "theme", value }));
    this.#each("data-display", (value) => link.send({ type: "choose", what: "display", value }));
    this.#each("data-action", (value) => link.send({ type: "choose", what: value, value: "" }));
    this.#each("data-width", (value) => this.#setWidth(value));
    parts.leave.addEventListener("click", () => link.send({ type: "choose", what: "display", value: "inline" }));
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {string} attribute @param {(value: string) => void} act */
  #each(attribute, act) {
    for (const button of document.querySelectorAll(`button[${attribute}]`)) {
      button.addEventListener("click", () => act(button.getAttribute(attribute) ?? ""));
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Escape" || this.card.dataset.display !== "fullscreen") return;
    if (document.querySelector("dialog[open]") === null) this.link.send({ type: "choose", what: "display", value: "inline" });
  }

  /** @param {string} value */
  #setWidth(value) {
    press("data-width", value);
    this.card.style.maxWidth = value === "full" ? "" : `${Number(value) + 2}px`;
  }

  /** @param {string} theme */
  showTheme(theme) {
    document.documentElement.dataset.theme = theme;
    press("data-theme-choice", theme);
  }

  /** @param {string} mode */
  showDisplay(mode) {
    this.card.dataset.display = mode;
    this.leave.hidden = mode === "inline";
    press("data-display", mode);
  }

  /** Offers the modes that host and view both have. @param {string[]} modes @param {string} otherwise why not the others */
  offerDisplays(modes, otherwise) {
    for (const found of document.querySelectorAll("button[data-display]")) {
      const button = /** @type {HTMLButtonElement} */ (found);
      button.disabled = !modes.includes(button.dataset.display ?? "");
      button.title = button.disabled ? otherwise : "";
    }
  }
}
