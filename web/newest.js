// @ts-check
/**
 * Newest: of partial inputs that come faster than a view can look, only the newest is handed on, unless the view wants
 * them all (R61: a view may ignore any). Those are handed on together. Everything else is handed on at once, after the
 * partial inputs that are held.
 */
const PARTIAL = "ui/notifications/tool-input-partial";
const MOST = 32; // partial inputs held for a view that wants them all; more would be a noticeable task

/** @param {(frames: any[]) => void} give */
export function newestPartials(give) {
  let all = false;
  /** @type {any[]} */
  let held = [];
  let timer = 0;

  function release() {
    timer = 0;
    const frames = held;
    held = [];
    if (frames.length > 0) give(frames);
  }

  /** @param {any} frame */
  function take(frame) {
    if (frame.method !== PARTIAL) {
      held.push(frame);
      return release();
    }
    if (!all) held.length = 0;
    held.push(frame);
    if (held.length >= MOST) release();
    // A burst is a queue of tasks; a timer of no delay comes between them, not after each.
    else if (timer === 0) timer = Number(setTimeout(release, 0));
  }

  return { take, wantAll: () => { release(); all = true; } };
}
