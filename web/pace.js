// @ts-check
/**
 * Pace: how frames are handed to Python. One that finds Python idle is handed on at once. Those that come faster than
 * it can take them are handed on together, as each crossing costs more than a frame. A partial input waits for a newer
 * one as long as they queue up, unless the view wants them all (R61: a view may ignore any). Order is kept.
 */
const PARTIAL = "ui/notifications/tool-input-partial";
const MOST = 32; // frames in one crossing; more would be a noticeable task
const NO_TIME = 0.05; // ms; a browser's clock ticks every 0.1 ms at best, and mostly not between two tasks of one queue

/** @param {(frames: any[]) => void} give */
export function pace(give) {
  let all = false;
  let timer = 0;
  let gaveAt = 0;
  let isBurst = false;
  let waits = false;
  /** @type {any[]} */
  let held = [];
  // What is posted here comes back after the messages that are in the queue now, and sooner than a timer.
  const { port1: behind, port2: queue } = new MessageChannel();
  behind.onmessage = () => {
    waits = false;
    isBurst = held.length > 0; // a burst lasts until nothing has come meanwhile
    release();
  };

  function waitForQueue() {
    if (!waits) queue.postMessage(null);
    waits = true;
  }

  function release() {
    const frames = held;
    held = [];
    if (frames.length === 0) return;
    give(frames);
    gaveAt = performance.now();
    if (isBurst) waitForQueue();
  }

  /** @param {any} frame */
  function take(frame) {
    const mayBeReplaced = !all && frame.method === PARTIAL;
    if (mayBeReplaced && held.length > 0 && held[held.length - 1].method === PARTIAL) held.pop();
    held.push(frame);
    if (held.length >= MOST) return release();
    // A burst of these is a queue of tasks, too; a timer of no delay comes between them, not after each.
    if (mayBeReplaced) return void (timer = timer || Number(setTimeout(() => { timer = 0; release(); }, 0)));
    isBurst = isBurst || performance.now() - gaveAt < NO_TIME;
    if (isBurst) waitForQueue();
    else release();
  }

  return { take, wantAll: () => { release(); all = true; } };
}
