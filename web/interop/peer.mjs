/**
 * A reference class behind JSON lines: `node peer.mjs app|bridge 1|2 '{"info":…,"capabilities":…,"context":…}'`.
 *
 * In:  {frame}  {do, args, tag, progress?}  {abort: tag, reason}  {reply: n, result | error}  {tool: {…}}
 * Out: {frame}  {done: tag, result | error}  {progressed: tag, progress}  {ask: n, slot, params}  {aborted: n, reason}
 *      {event, params}  {fault}
 */

import { App as App2 } from "@modelcontextprotocol/ext-apps";
import { AppBridge as AppBridge2 } from "@modelcontextprotocol/ext-apps/app-bridge";
import { EmptyResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { App as App1 } from "ext-apps-1";
import { AppBridge as AppBridge1 } from "ext-apps-1/app-bridge";

import { LineTransport, described, readLines, write } from "./lines.mjs";

const VIEW_EVENTS = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"];
const VIEW_SLOTS = ["onteardown", "oncalltool", "onlisttools"];
const HOST_EVENTS = ["sizechange", "sandboxready", "initialized", "requestteardown", "loggingmessage"];
const HOST_SLOTS = [
  "onmessage",
  "onopenlink",
  "ondownloadfile",
  "onrequestdisplaymode",
  "onupdatemodelcontext",
  "oncalltool",
  "onlistresources",
  "onlistresourcetemplates",
  "onreadresource",
  "onlistprompts",
  "oncreatesamplingmessage",
];

const [role, major, text] = process.argv.slice(2);
const { info, capabilities, context = {}, tools = [] } = JSON.parse(text);
const transport = new LineTransport();
const target = role === "app" ? makeApp() : makeBridge();
const running = new Map();
const asked = new Map();
let asks = 0;

// The SDK prints what passes; standard output is ours.
console.debug = console.log = console.info = () => {};
target.onerror = (/** @type {unknown} */ error) => write({ fault: described(error) });
wire();
readLines(obey);

function makeApp() {
  const App = major === "1" ? App1 : App2;
  const app = new App(info, capabilities, { autoResize: false });
  for (const tool of tools) {
    app.registerTool(tool.name, { description: tool.description }, () => ask("tool", { name: tool.name }));
  }
  return app;
}

function makeBridge() {
  const AppBridge = major === "1" ? AppBridge1 : AppBridge2;
  return new AppBridge(null, info, capabilities, { hostContext: context });
}

function wire() {
  const [events, slots] = role === "app" ? [VIEW_EVENTS, VIEW_SLOTS] : [HOST_EVENTS, HOST_SLOTS];
  for (const name of events) {
    target["on" + name] = (/** @type {unknown} */ params) => write({ event: name, params: params ?? null });
  }
  for (const slot of slots) {
    // An app answers tools/* by its registry, or through the slots once it declared the capability.
    if (slot !== "onteardown" && role === "app" && (tools.length > 0 || !capabilities.tools)) continue;
    target[slot] = (/** @type {unknown} */ params, /** @type {any} */ extra) => ask(slot, params, signalOf(extra));
  }
}

/** 1.x hands the abort signal over directly, 2.x inside the request's context. */
function signalOf(/** @type {any} */ extra) {
  return extra?.signal ?? extra?.mcpReq?.signal;
}

/**
 * @param {string} slot
 * @param {unknown} params
 * @param {AbortSignal} [signal]
 */
function ask(slot, params, signal) {
  const number = asks++;
  write({ ask: number, slot, params: params ?? null });
  signal?.addEventListener("abort", () => write({ aborted: number, reason: String(signal.reason ?? "") }));
  return new Promise((resolve, reject) => asked.set(number, { resolve, reject }));
}

/** @param {any} line */
function obey(line) {
  if ("frame" in line) transport.deliver(line.frame);
  else if ("do" in line) void perform(line);
  else if ("abort" in line) running.get(line.abort)?.abort(line.reason);
  else if ("error" in line) asked.get(line.reply)?.reject(Object.assign(new Error(line.error.message), line.error));
  else asked.get(line.reply)?.resolve(line.result);
}

/** @param {string} verb @returns {(args: any[], options: object) => Promise<unknown>} */
function verbOf(verb) {
  if (verb === "connect") return () => target.connect(transport);
  if (verb === "ping") return (_, options) => ping(options);
  return (args, options) => target[verb](...args, options);
}

/** Neither class has a helper for it. */
function ping(/** @type {object} */ options) {
  const request = { method: "ping" };
  return major === "1" ? target.request(request, EmptyResultSchema, options) : target.request(request, options);
}

/** @param {any} line */
async function perform({ do: verb, args = [], tag, progress = false, options = {} }) {
  const controller = new AbortController();
  running.set(tag, controller);
  try {
    const given = { ...options, signal: controller.signal };
    if (progress) given.onprogress = (/** @type {unknown} */ seen) => write({ progressed: tag, progress: seen });
    write({ done: tag, result: (await verbOf(verb)(args, given)) ?? null });
  } catch (error) {
    write({ done: tag, error: described(error) });
  } finally {
    running.delete(tag);
  }
}
