/**
 * The reference host in a page: ext-apps' own AppBridge around one sandboxed frame, with no line of ours in between.
 *
 * `mount` returns once the view is initialized and has been sent its input and result. The page's `callTool` and
 * `readResource` are functions of the test, which speak to a real MCP server.
 */

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const CAPABILITIES = { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: { text: {} } };

const host = (globalThis.referenceHost = { frames: [], logs: [], mount, teardown, setContext });
let bridge;

/** @param {{url: string, context: object, arguments: object, result: object}} plan */
async function mount({ url, context, arguments: input, result }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = "width: 100%; height: 720px; border: 0";
  document.body.append(frame);
  bridge = new AppBridge(null, { name: "reference-host", version: "1" }, CAPABILITIES, { hostContext: context });
  const initialized = new Promise((resolve) => (bridge.oninitialized = resolve));
  bridge.oncalltool = (params) => globalThis.callTool(params);
  bridge.onreadresource = (params) => globalThis.readResource(params);
  bridge.onloggingmessage = (params) => host.logs.push(params);
  bridge.onupdatemodelcontext = async () => ({});
  bridge.onopenlink = async () => ({});
  await bridge.connect(recorded(new PostMessageTransport(frame.contentWindow, frame.contentWindow)));
  frame.src = url;
  await initialized;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
}

async function teardown() {
  return await bridge.teardownResource({});
}

/** @param {object} context */
function setContext(context) {
  bridge.setHostContext(context);
}

/** @param {PostMessageTransport} transport */
function recorded(transport) {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    host.frames.push({ direction: "host-to-view", frame: message });
    return send(message, options);
  };
  globalThis.addEventListener("message", ({ source, data }) => {
    if (source === document.querySelector("iframe")?.contentWindow) {
      host.frames.push({ direction: "view-to-host", frame: data });
    }
  });
  return transport;
}
