// The line to the Python side: one WebSocket, JSON objects with a `type`, in order, both ways. hostsim/remote.py holds
// the same list of messages. Nothing here decides anything: what the view may do is judged in Python.

/** @typedef {{type: string, [key: string]: any}} Message */

export class Link {
  /** @param {string} url */
  constructor(url) {
    /** @type {Map<string, (message: Message) => void>} */
    this.handlers = new Map();
    this.socket = new WebSocket(url);
    this.socket.addEventListener("message", (event) => this.#receive(event.data));
  }

  /**
   * Names what to do for each type of message.
   * @param {Record<string, (message: Message) => void>} handlers
   */
  on(handlers) {
    for (const [type, handler] of Object.entries(handlers)) this.handlers.set(type, handler);
  }

  /** @param {Message} message */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {() => void} opened @param {(code: number) => void} closed */
  whenever(opened, closed) {
    this.socket.addEventListener("open", opened, { once: true });
    this.socket.addEventListener("close", ({ code }) => closed(code), { once: true });
  }

  /** @param {string} text */
  #receive(text) {
    const message = JSON.parse(text);
    const handler = this.handlers.get(message.type);
    if (handler === undefined) throw new Error(`hostsim sent "${message.type}", which this page does not know; reload it`);
    handler(message);
  }
}
