// Watches one view from inside for a headless run: when its result arrived, and which change was last drawn.
// The browser driver runs this expression in the view's frame until the result has been rendered. The first time it sets
// the watch, and the host sends the result only after that; it says nothing to the view and adds one property to its
// window that is not enumerable.
() => {
  const page = /** @type {Window & {hostsimSeen?: {result: number, changed: number, drawn: number}}} */ (window);
  if (page.hostsimSeen !== undefined) return page.hostsimSeen;
  const seen = { result: 0, changed: 0, drawn: 0 }; // ms of the page's own clock, which our views' stages also use

  // The view's own listener may have run before this one: the event's time is before both.
  page.addEventListener("message", ({ source, data, timeStamp }) => {
    if (source === page.parent && data?.method === "ui/notifications/tool-result") seen.result = timeStamp;
  });
  // A change counts as drawn when the frame after it has begun: requested twice, because the first may be under way.
  const markDrawn = (/** @type {number} */ when) =>
    requestAnimationFrame(() => requestAnimationFrame(() => { seen.drawn = Math.max(seen.drawn, when); }));
  new MutationObserver(() => {
    seen.changed = performance.now();
    markDrawn(seen.changed);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  // On a busy machine one of our views may have drawn already: what it shows beside the words of its start is its own.
  const root = document.getElementById("viewsdk-root");
  if (root !== null && [...root.childNodes].some((node) => node !== document.getElementById("viewsdk-boot"))) {
    seen.changed = performance.now();
    markDrawn(seen.changed);
  }

  Object.defineProperty(page, "hostsimSeen", { value: seen });
  return seen;
}
