/** A host that times how long its views take to start; nothing is attached to this page. See benchmarks/boot.py. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

console.debug = () => {};
const job = await (await fetch(`/job${location.search}`)).json();
const html = await (await fetch(job.view)).text();
const CAPABILITIES = { serverTools: {}, serverResources: {} };
const INFO = { name: "measure", version: "1" };

/** One view, timed from the moment its frame is set. */
async function mount() {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.style.cssText = "width:700px;height:300px;border:0";
  document.body.append(frame);
  const view = frame.contentWindow;
  const times = {};
  const mounted = performance.now();
  const since = () => performance.now() - mounted;
  const done = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`not started within ${job.limit} s`)), job.limit * 1000);
    addEventListener("message", ({ source, data }) => {
      if (source !== view || data === null || typeof data !== "object") return;
      if (data.method === "ui/notifications/initialized") times.initialized ??= since();
      if (data.started) times.started = since();
      if (data.settled) Object.assign(times, data.settled);
      if (data.method === "ui/notifications/initialized" ? job.until === "initialized" : data.settled) resolve(times);
    });
  });
  if (job.host === "bridge") {
    const bridge = new AppBridge(null, INFO, CAPABILITIES, { hostContext: { theme: "light" } });
    await bridge.connect(new PostMessageTransport(view, view));
  } else {
    addEventListener("message", ({ source, data }) => {
      if (source === view && data !== null && typeof data === "object" && data.jsonrpc === "2.0") answer(view, data);
    });
  }
  frame.srcdoc = html;
  return done;
}

async function answer(view, { id, method, params }) {
  const post = (members) => view.postMessage({ jsonrpc: "2.0", id, ...members }, "*");
  if (method === "ui/initialize") {
    post({ result: { protocolVersion: "2026-01-26", hostInfo: INFO, hostCapabilities: CAPABILITIES, hostContext: { theme: "light" } } });
  } else if (method === "resources/read") {
    const blob = await (await fetch(`/chunk?uri=${encodeURIComponent(params.uri)}`)).text();
    post({ result: { contents: [{ uri: params.uri, mimeType: "application/octet-stream", blob }] } });
  } else if (id !== undefined) post({ result: {} });
}

const report = { job: job.id };
try {
  if (job.together) report.times = await Promise.all(Array.from({ length: job.together }, mount));
  else {
    report.times = [];
    for (let turn = 0; turn < (job.turns || 1); turn++) report.times.push(await mount());
  }
} catch (error) {
  report.error = String(error.stack || error);
}
await fetch("/report", { method: "POST", body: JSON.stringify(report) });
