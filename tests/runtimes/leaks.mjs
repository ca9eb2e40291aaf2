/**
 * Runs tests/measured/leaks_view.py inside Pyodide under Node against a host of few lines, and prints what is left over.
 *
 *     node leaks.mjs PYODIDE_FOLDER REPOSITORY WHEEL...
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { mailbox } from "../../web/mailbox.js";

const [pyodideFolder, repository, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodideFolder}/`, env: { PYTHONDONTWRITEBYTECODE: "1" } });
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.FS.mkdirTree("/repository");
python.FS.mount(python.FS.filesystems.NODEFS, { root: repository }, "/repository");
python.runPython("import sys; sys.path[:0] = ['/repository', '/repository/tests/measured']");

const { port1, port2 } = new MessageChannel();
let hear = null;
port1.onmessage = (event) => hear([JSON.stringify(event.data)]);

const answers = {
  "ui/initialize": () => ({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "leaks", version: "1" },
    hostCapabilities: { serverTools: {} },
    hostContext: {},
  }),
  "tools/call": ({ arguments: { n } }) => ({ content: [], structuredContent: { n, title: "Hamlet", seats: ["A1"] } }),
};
port2.onmessage = ({ data }) => {
  if (data.id === undefined || !answers[data.method]) return;
  port2.postMessage({ jsonrpc: "2.0", id: data.id, result: answers[data.method](data.params) });
};

python.registerJsModule("leaks_host", {
  shim: {
    post: (text) => port1.postMessage(JSON.parse(text)),
    everyPartial: () => {},
    attach: (listener, memory) => { hear = mailbox(listener, memory); return '{"frames":[],"partials":0,"boot":{}}'; },
  },
  draft: (first, last) => {
    const text = "x".repeat(1750);
    for (let seq = first; seq <= last; seq += 1) {
      port2.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-input-partial", params: { arguments: { seq, text } } });
    }
  },
  heap: () => python._module.HEAPU8.length,
  // Pyodide's own tracking of every proxy of a Python object; a ledger of ours could forget what we forgot.
  trace: () => python._module.enable_pyproxy_allocation_tracing(),
  proxies: () => python._module.pyproxy_alloc_map.size,
});
console.log(await python.pyimport("leaks_view").run());
process.exit(0);
