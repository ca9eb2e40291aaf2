// @ts-check
/**
 * Theme: what of the host's styles reaches the page.
 *
 * Only the 76 standard variable names (protocol C.7) are applied, and a value that could end its declaration,
 * open a rule or fetch something is refused. Works on the document only; knows nothing of frames.
 */

const TONES = ["primary", "secondary", "tertiary", "inverse", "ghost", "info", "danger", "success", "warning", "disabled"];
const RING_TONES = ["primary", "secondary", "inverse", "info", "danger", "success", "warning"];
const SIZES = { text: ["xs", "sm", "md", "lg"], heading: ["xs", "sm", "md", "lg", "xl", "2xl", "3xl"] };

/** The 76 names a host may set. */
export const VARIABLES = new Set([
  ...["background", "text", "border"].flatMap((part) => TONES.map((tone) => `--color-${part}-${tone}`)),
  ...RING_TONES.map((tone) => `--color-ring-${tone}`),
  "--font-sans",
  "--font-mono",
  ...["normal", "medium", "semibold", "bold"].map((weight) => `--font-weight-${weight}`),
  ...Object.entries(SIZES).flatMap(([part, sizes]) =>
    sizes.flatMap((size) => [`--font-${part}-${size}-size`, `--font-${part}-${size}-line-height`]),
  ),
  ...["xs", "sm", "md", "lg", "xl", "full"].map((size) => `--border-radius-${size}`),
  "--border-width-regular",
  ...["hairline", "sm", "md", "lg"].map((size) => `--shadow-${size}`),
]);

const LONGEST_VALUE = 1000; // characters; a shadow list is the longest honest value
const BREAKS_OUT = /[;{}\\<>@]|\/\*|\*\/|url\s*\(|[\u0000-\u001f]/i;

/** Whether a variable's value may be written into the page. @param {unknown} value */
export function isHarmless(value) {
  return typeof value === "string" && value.length <= LONGEST_VALUE && !BREAKS_OUT.test(value);
}

/**
 * Apply a host context, or the changed part of one, to the document.
 * @param {Record<string, any>} context
 * @param {(text: string) => void} note told of every refused name or value
 */
export function applyTheme(context, note) {
  const root = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") {
    root.dataset.theme = context.theme;
    root.style.colorScheme = context.theme;
  }
  if (!context.styles || typeof context.styles !== "object") return;
  applyVariables(context.styles.variables || {}, note);
  applyFonts(context.styles.css && context.styles.css.fonts);
}

/**
 * Through the rule's own object, where a value can only ever be a value.
 * @param {Record<string, unknown>} variables
 * @param {(text: string) => void} note
 */
function applyVariables(variables, note) {
  const style = styleElement("viewsdk-theme");
  style.textContent = ":root{}";
  const rule = /** @type {CSSStyleRule} */ (/** @type {CSSStyleSheet} */ (style.sheet).cssRules[0]);
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value === null) continue;
    if (!VARIABLES.has(name)) note(`theme variable ${name.slice(0, 60)} is not a standard name; refused`);
    else if (!isHarmless(value)) note(`theme variable ${name} has a value that could leave its rule; refused`);
    else rule.style.setProperty(name, /** @type {string} */ (value));
  }
}

/** @param {string} id @returns {HTMLStyleElement} */
function styleElement(id) {
  const found = /** @type {HTMLStyleElement | null} */ (document.getElementById(id));
  if (found) return found;
  const made = Object.assign(document.createElement("style"), { id });
  document.head.append(made);
  return made;
}

/** @param {unknown} fonts font-face rules as CSS text */
function applyFonts(fonts) {
  if (typeof fonts === "string") styleElement("viewsdk-fonts").textContent = fonts;
}
