// @ts-check
/**
 * Newest: of partial inputs that come faster than a view can look, only the newest is handed on, unless the view wants
 * them all (R61: a view may ignore any). Everything else is handed on at once, after a partial input that is held.
 */
const PARTIAL = "ui/notifications/tool-input-partial";

/** @param {(frame: any) => void} give */
export function newestPartials(give) {
  let all = false;
  /** @type {any} */
  let held = null;
  let timer = 0;

  function release() {
    timer = 0;
    const frame = held;
    held = null;
    if (frame !== null) give(frame);
  }

  /** @param {any} frame */
  function take(frame) {
    if (frame.method === PARTIAL && !all) {
      held = frame;
      // A burst is a queue of tasks; a timer of no delay comes between them, not after each.
      if (timer === 0) timer = Number(setTimeout(release, 0));
      return;
    }
    if (held !== null) release();
    give(frame);
  }

  return { take, wantAll: () => { release(); all = true; } };
}
