// Watches one view from inside for a headless run: when its result arrived, and which change was last drawn.
// The browser driver installs it in every frame before the page's own scripts; it runs in the view's frame only, says
// nothing, and changes nothing the view can see but one property that is not enumerable.
(() => {
  if (window.parent === window || window.parent === window.top || window.parent.parent !== window.top) return;
  const now = () => performance.now(); // the page's own clock, which our views also use for the stages of their start
  const seen = { result: 0, changed: 0, drawn: 0 };

  window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.data?.method === "ui/notifications/tool-result") seen.result = now();
  });
  // A change counts as drawn when the frame after it has begun: requested twice, because the first may be under way.
  const markDrawn = (/** @type {number} */ when) =>
    requestAnimationFrame(() => requestAnimationFrame(() => { seen.drawn = Math.max(seen.drawn, when); }));
  new MutationObserver(() => {
    seen.changed = now();
    markDrawn(seen.changed);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  // The empty document a frame begins with can leave its window to the view's: then the later run of this script counts.
  Object.defineProperty(window, "hostsimSeen", { value: seen, configurable: true });
})();
