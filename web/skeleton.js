// @ts-check
/**
 * Skeleton: what the page shows, and how tall it says it is, until the view draws itself.
 *
 * It stays invisible until the host's theme is known (or `UNSTYLED_AFTER` has passed without an answer), so that the
 * first paint is in the host's colours.
 */

const UNSTYLED_AFTER = 300; // ms; longer than any host here took to answer, shorter than a person waits for a sign of life

/** The element that shows progress, and later the error card. @returns {HTMLElement} */
export function bootNode() {
  const found = document.getElementById("viewsdk-boot");
  if (found) return found;
  const made = document.createElement("section");
  made.id = "viewsdk-boot";
  (document.body || document.documentElement).append(made);
  return made;
}

/** Show the skeleton now, or as soon as there is a body. */
export function reveal() {
  document.documentElement.dataset.viewsdk = "shown";
}

setTimeout(reveal, UNSTYLED_AFTER);

/**
 * Say in words, and as a share if one is known, how far the start has come.
 * @param {string} words
 * @param {number} [share] 0 to 1
 */
export function showProgress(words, share) {
  const text = document.getElementById("viewsdk-words");
  const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("viewsdk-bar"));
  if (text && text.textContent !== words) text.textContent = words;
  if (!bar) return;
  if (share === undefined) bar.removeAttribute("value");
  else bar.value = share;
}

/** Take the skeleton away as soon as the view has put something of its own on the page. */
export function yieldToView() {
  const node = bootNode();
  const isDrawn = () =>
    [...document.body.children].some(
      (child) => child !== node && !/^(SCRIPT|STYLE|TEMPLATE)$/.test(child.tagName) && child.childNodes.length > 0,
    );
  const leave = () => {
    if (!isDrawn()) return false;
    observer.disconnect();
    node.remove();
    return true;
  };
  const observer = new MutationObserver(leave);
  if (!leave()) observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Tell the host the page's size whenever it changes; returns the function that ends it.
 * @param {(width: number, height: number) => void} report CSS pixels
 */
export function watchSize(report) {
  let last = "";
  const measure = () => {
    const box = document.documentElement.getBoundingClientRect();
    const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
    if (`${width}x${height}` === last) return;
    last = `${width}x${height}`;
    report(width, height);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(document.documentElement);
  return () => observer.disconnect();
}
