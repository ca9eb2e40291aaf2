// @ts-check
/**
 * Card: the error a person sees, with the author's file, line and source when they are known.
 */

const shimForCard = globalThis.viewsdk;

/**
 * @param {{type?: string, message?: string, where?: string, file?: string | null, line?: number | null,
 *   source?: string | null, function?: string | null, traceback?: string}} report
 */
export function showCard(report) {
  shimForCard.reveal();
  const card = shimForCard.bootNode();
  card.setAttribute("role", "alert");
  card.className = "viewsdk-card";
  card.replaceChildren(part("h1", report.type || "Error"), part("p", report.message || ""));
  if (report.file) card.append(part("p", `${report.file}, line ${report.line ?? "?"}${report.function ? ` in ${report.function}` : ""}`));
  if (report.source) card.append(part("pre", report.source));
  if (report.traceback) card.append(details("Traceback", report.traceback));
}

/** @param {string} tag @param {string} text */
function part(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** @param {string} summary @param {string} text */
function details(summary, text) {
  const element = document.createElement("details");
  element.append(part("summary", summary), part("pre", text));
  return element;
}
