// What the view said to the conversation, and what it asked the page to do outside the frame.

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./link.js").Message} Message */

export class Said {
  /** @param {Link} link @param {HTMLElement} list */
  constructor(link, list) {
    this.link = link;
    this.list = list;
  }

  clear() {
    this.list.replaceChildren();
  }

  /** @param {string} title @param {string} text @param {string} [slot] a slot's later text replaces its earlier one */
  note(title, text, slot) {
    const article = document.createElement("article");
    const heading = document.createElement("h3");
    heading.textContent = title;
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    article.append(heading, paragraph);
    const earlier = slot === undefined ? null : this.list.querySelector(`[data-slot="${slot}"]`);
    if (slot !== undefined) article.dataset.slot = slot;
    if (earlier) earlier.replaceWith(article);
    else this.list.append(article);
    return article;
  }

  /** Opens a link in a new tab; where the browser blocks that, the link stays here to be clicked. @param {Message} message */
  open({ key, url }) {
    const article = this.note("The view opens a link", "");
    const link = document.createElement("a");
    Object.assign(link, { href: url, target: "_blank", rel: "noopener noreferrer", textContent: url });
    article.querySelector("p")?.append(link);
    window.open(url, "_blank", "noopener,noreferrer");
    this.link.send({ type: "done", key, ok: true });
  }

  /** Saves files as downloads of this page; the view's frame may not. @param {Message} message */
  save({ key, files }) {
    for (const { name, mime_type: type, text, blob } of files) {
      const bytes = text ?? Uint8Array.from(atob(blob), (c) => c.charCodeAt(0));
      const url = URL.createObjectURL(new Blob([bytes], { type }));
      const anchor = Object.assign(document.createElement("a"), { href: url, download: name });
      anchor.click();
      window.setTimeout(() => URL.revokeObjectURL(url), 10000);
      this.note("The view saved a file", name);
    }
    this.link.send({ type: "done", key, ok: true });
  }
}
