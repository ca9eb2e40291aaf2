// The sandbox proxy: the page between the host page and the view (spec, "Sandbox proxy", items 1 to 7).
// It frames the view, relays what the two say, and makes up no message of its own beyond the reserved `sandbox-` ones,
// which never reach the view. It is inlined into sandbox.html so that its policy need not name a script address.
(() => {
  "use strict";

  const RESERVED = "ui/notifications/sandbox-";
  const config = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("sandbox-config")).textContent ?? "{}");
  /** @type {string} */
  const hostOrigin = config.host;

  /** @type {HTMLIFrameElement | null} */
  let view = null;
  let loads = 0;
  let isForwarding = false;
  let isReporting = true;

  /** @param {string} why */
  const refuse = (why) => whenParsed(() => { document.body.textContent = `The sandbox does not run here: ${why}.`; });

  /** @param {() => void} act */
  const whenParsed = (act) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", act, { once: true });
    else act();
  };

  const touchesTop = () => {
    try {
      return Boolean(/** @type {Window} */ (window.top).location.href);
    } catch {
      return false;
    }
  };

  /** @param {unknown} data */
  const isReserved = (data) => {
    if (typeof data !== "object" || data === null) return false;
    const method = /** @type {{method?: unknown}} */ (data).method;
    return typeof method === "string" && method.startsWith(RESERVED);
  };

  /**
   * Says something about the sandbox itself to the host page.
   * @param {string} name
   * @param {object} params
   */
  const announce = (name, params) => parent.postMessage({ jsonrpc: "2.0", method: RESERVED + name, params }, hostOrigin);

  /**
   * Frames the view once. The `sandbox` attribute is ours whatever the message asks; `allow` was computed by the host.
   * @param {{html?: unknown, allow?: unknown}} params
   */
  const frameView = (params) => {
    if (view !== null || typeof params?.html !== "string") return;
    view = document.createElement("iframe");
    view.setAttribute("sandbox", "allow-scripts");
    if (typeof params.allow === "string" && params.allow) view.setAttribute("allow", params.allow);
    view.title = "view";
    Object.assign(view.style, { display: "block", width: "100%", height: "100%", border: "0" });
    view.addEventListener("load", onLoad);
    view.srcdoc = params.html;
    isForwarding = true;
    document.body.append(view);
  };

  // Only the first document is the one the host was given. Anything the frame loads after it has the same window, so
  // it would pass every identity check: forwarding stops for good, and the host hears of it once.
  const onLoad = () => {
    loads += 1;
    if (loads !== 2) return;
    isForwarding = false;
    announce("view-navigated", {});
  };

  /**
   * @param {Window} target
   * @param {unknown} data
   * @param {string} origin
   */
  const relay = (target, data, origin) => {
    try {
      target.postMessage(data, origin);
    } catch (error) {
      // What was transferred, a port say, cannot be cloned a second time: it is no JSON-RPC and is dropped.
      announce("dropped", { reason: String(error) });
    }
  };

  /** @param {MessageEvent} event */
  const fromHost = (event) => {
    if (event.origin !== hostOrigin) return;
    if (isReserved(event.data)) {
      if (event.data.method === RESERVED + "resource-ready") frameView(event.data.params);
      return;
    }
    if (isForwarding && view?.contentWindow) relay(view.contentWindow, event.data, "*");
  };

  /** @param {MessageEvent} event */
  const fromView = (event) => {
    if (!isForwarding || event.origin !== "null" || isReserved(event.data)) return;
    relay(parent, event.data, hostOrigin);
  };

  // A message is judged by the window it came from; an origin can be shared, a window cannot.
  /** @param {MessageEvent} event */
  const onMessage = (event) => {
    if (event.source === parent) fromHost(event);
    else if (view !== null && event.source === view.contentWindow) fromView(event);
  };

  // A navigation of the view that the policy stopped is reported here, in the document that embeds it. After the view
  // has gone there is nothing to report on.
  /** @param {SecurityPolicyViolationEvent} event */
  const onViolation = (event) => {
    if (!isReporting) return;
    isReporting = isForwarding;
    announce("violation", { directive: event.effectiveDirective, blocked: event.blockedURI });
  };

  if (window.parent === window) return refuse("it is not framed");
  if (touchesTop()) return refuse("it can read the page at the top, so the two share an origin");

  whenParsed(() => {
    Object.assign(document.documentElement.style, { height: "100%" });
    Object.assign(document.body.style, { height: "100%", margin: "0", overflow: "hidden" });
    window.addEventListener("message", onMessage);
    document.addEventListener("securitypolicyviolation", onViolation);
    announce("proxy-ready", {});
  });
})();
