// @ts-check
/**
 * Asking: the page's own requests, for its files. Their ids are strings, so that neither they nor their answers ever meet
 * those of Python, which are numbers; they are in no transcript.
 */

/** @param {(frame: any) => void} post */
export function asker(post) {
  /** @type {Map<string, (frame: any) => void>} */
  const open = new Map();
  let count = 0;

  return {
    /** @param {string} method @param {any} params @param {number} limit ms @returns {Promise<any>} */
    ask(method, params, limit) {
      const id = `viewsdk-${count++}`;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle({ error: { code: 0, message: `no answer within ${limit / 1000} s` } }), limit);
        /** @param {any} frame */
        const settle = ({ error, result }) => {
          clearTimeout(timer);
          open.delete(id);
          if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
          else resolve(result);
        };
        open.set(id, settle);
        post({ jsonrpc: "2.0", id, method, params });
      });
    },
    /** Whether a frame is the answer to one of these, and then its end. @param {any} frame */
    takes(frame) {
      const settle = frame.method === undefined && open.get(frame.id);
      if (settle) settle(frame);
      return Boolean(settle);
    },
  };
}

/** Which parts of the page the parser has passed. */
export function arrivals() {
  const passed = new Set();
  /** @type {Map<string, () => void>} */
  const awaited = new Map();
  return {
    /** @param {string} name */
    arrived(name) {
      passed.add(name);
      const go = awaited.get(name);
      if (go) go();
    },
    /** @param {string} name @returns {Promise<void>} */
    arrival(name) {
      if (passed.has(name) || document.readyState !== "loading") return Promise.resolve();
      return new Promise((go) => {
        awaited.set(name, go);
        document.addEventListener("DOMContentLoaded", () => go());
      });
    },
  };
}
