// @ts-check
/**
 * Handshake: `ui/initialize`, sent again while nothing at all has been heard from the host.
 *
 * A host may attach its listener late (ext-apps#542), so silence is answered by another send with a fresh id, a bounded
 * number of times. Once the host has said anything it is only waited for. The first answer wins; what comes after the
 * end is noted and ignored, and no `cancelled` is sent for `ui/initialize`.
 */

const VERSION = "2026-01-26";
const PATIENCE = 60_000; // ms for a host that has spoken but not answered: the protocol's usual request time limit

/**
 * @param {{config: import("./types").PageConfig, post: (frame: any) => void, note: (text: string) => void, alone: boolean}} given
 */
export function shakeHands({ config, post, note, alone }) {
  const { sends, interval } = { sends: 5, interval: 0.8, ...config.handshake };
  /** @type {Set<number>} */
  const open = new Set();
  let [tries, spoken, settled] = [0, false, false];
  let timer = 0;
  /** @type {(result: any) => void} */
  let resolve = () => {};
  /** @type {(why: import("./types").GaveUp) => void} */
  let reject = () => {};
  const done = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  done.catch(() => {});

  /** @param {string} why */
  function giveUp(why) {
    settled = true;
    clearTimeout(timer);
    note(`handshake given up after ${tries} tries: ${why}`);
    reject({ why, tries, heard: spoken });
  }

  function sendOnce() {
    const id = tries++;
    open.add(id);
    const { name, version, capabilities = {} } = config.app;
    const params = { protocolVersion: VERSION, appInfo: { name, version }, appCapabilities: capabilities };
    post({ jsonrpc: "2.0", id, method: "ui/initialize", params });
    timer = window.setTimeout(silence, interval * 1000);
  }

  function silence() {
    if (tries < sends) sendOnce();
    else giveUp("the host never answered");
  }

  return {
    done,
    start() {
      if (alone) giveUp("this page was opened without a host");
      else sendOnce();
    },
    /** Any frame of the host's: no more sends, only patience. */
    heard() {
      if (spoken || settled) return;
      spoken = true;
      clearTimeout(timer);
      timer = window.setTimeout(() => giveUp("the host spoke but never answered ui/initialize"), PATIENCE);
    },
    /** @param {any} frame a response */
    answered(frame) {
      const id = Number(frame.id);
      if (settled || !open.has(id)) return note(`a late or unknown answer was ignored (id ${String(frame.id)})`);
      if (frame.error) return giveUp(`the host refused: ${String(frame.error.message)}`);
      if (frame.result === null || typeof frame.result !== "object") return giveUp("the host's answer was not an object");
      settled = true;
      clearTimeout(timer);
      return resolve(frame.result);
    },
  };
}
