// Watches one view from inside for a headless run: when its page last changed, and when its result arrived.
// The browser driver installs it in every frame before the page's own scripts; it runs in the view's frame only, says
// nothing, and changes nothing the view can see but one property that is not enumerable.
(() => {
  if (window.parent === window || window.parent === window.top || window.parent.parent !== window.top) return;
  const now = () => performance.timeOrigin + performance.now();
  const seen = { result: 0, changed: 0 };
  /** @type {Set<() => void>} */
  const waiting = new Set();

  window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.data?.method === "ui/notifications/tool-result") seen.result = now();
  });
  new MutationObserver(() => {
    seen.changed = now();
    for (const look of waiting) look();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  // Resolves one frame after the first change that is later than both the result and `since` (ms, Unix time).
  const settled = (/** @type {number} */ since) =>
    new Promise((/** @type {(value: object) => void} */ resolve) => {
      const look = () => {
        if (seen.result === 0 || seen.changed < Math.max(seen.result, since)) return;
        waiting.delete(look);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ ...seen })));
      };
      waiting.add(look);
      look();
    });
  Object.defineProperty(window, "hostsimWatch", { value: settled });
})();
