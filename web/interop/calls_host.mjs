/** A host of few lines that times what a view does with it; nothing is attached to this page. See benchmarks/calls.py. */
const job = await (await fetch(`/job${location.search}`)).json();
const frame = document.createElement("iframe");
frame.sandbox.add("allow-scripts");
document.body.append(frame);
const view = frame.contentWindow;
const { kind, marks } = job.measure;
const report = { job: job.id, said: {}, initialized: 0 };
const started = { at: 0 };

const post = (message) => view.postMessage({ jsonrpc: "2.0", ...message }, "*");
const text = "x".repeat(1750); // as long as a launch input of 2 kB
const seats = Array.from({ length: 12 }, (_, n) => `A${n}`);
let next = 1;

function sendUpTo(mark) {
  started.at = performance.now();
  for (; next <= mark; next += 1) post({ method: "ui/notifications/tool-input-partial", params: { arguments: { seq: next, text } } });
}

async function finish(error) {
  if (error) report.error = error;
  await fetch("/report", { method: "POST", body: JSON.stringify(report) });
}

function said({ stage, data }) {
  if (stage === "ready") return void setTimeout(() => sendUpTo(marks[0]), 100);
  report.said[stage] = { ...data, ms: performance.now() - started.at };
  const mark = marks.indexOf(Number(stage));
  if (kind === "calls" || mark === marks.length - 1) finish();
  else setTimeout(() => sendUpTo(marks[mark + 1]), 100);
}

function call({ name, arguments: args }) {
  if (name === "say") said(args);
  const structuredContent = name === "say" ? args : { n: args.n, title: "Hamlet, Prince of Denmark", seats };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

const answers = {
  "ui/initialize": () => ({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "measure", version: "1" },
    hostCapabilities: { serverTools: {} },
    hostContext: { theme: "light", measure: job.measure },
  }),
  "tools/call": call,
  ping: () => ({}),
};

addEventListener("message", ({ source, data }) => {
  if (source !== view || data === null || typeof data !== "object" || data.jsonrpc !== "2.0") return;
  if (data.id !== undefined && answers[data.method]) post({ id: data.id, result: answers[data.method](data.params) });
  else if (data.method === "ui/notifications/initialized") report.initialized = performance.now() - mounted;
});

const mounted = performance.now();
frame.src = job.view;
