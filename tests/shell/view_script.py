"""Pages for hostile and clumsy views: a few lines of the test's own around a handshake that works."""

__all__ = ["page_of"]

_HEAD = """<!doctype html><html><head><meta charset="utf-8"><title>scripted</title></head><body><p id="said">nothing</p>
<script>
  const frames = [];
  const waiting = new Map();
  let next = 0;
  const post = (frame) => parent.postMessage({ jsonrpc: "2.0", ...frame }, "*");
  const ask = (method, params) => new Promise((answer) => {
    waiting.set(next, answer);
    post({ id: next++, method, params });
  });
  const say = (text) => { document.getElementById("said").textContent = String(text); };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    frames.push(data);
    if (!data.method) return waiting.get(data.id)?.(data);
    if ("id" in data && !window.isSilent) post({ id: data.id, result: {} });
    window.onFrame?.(data);
  });
  const appInfo = { name: "scripted", version: "1" };
  const introduce = (appCapabilities = {}) =>
    ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo, appCapabilities });
  const shakeHands = async (appCapabilities) => {
    const { result } = await introduce(appCapabilities);
    post({ method: "ui/notifications/initialized" });
    return result;
  };
"""


def page_of(script: str, body: str = "") -> str:
    """A page that runs `script` with the helpers `post`, `ask`, `say`, `introduce` and `shakeHands` at hand."""
    return f"{_HEAD}\n(async () => {{\n{script}\n}})();\n</script>{body}</body></html>"
