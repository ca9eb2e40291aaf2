/** What tests/measured/view.py does, on ext-apps' App with its console.debug stubbed. Bundled by benchmarks/calls.py. */
import { App } from "@modelcontextprotocol/ext-apps";

console.debug = () => {};
const STEADY = 6000, FIRST = 20, WARM = 100, CALLS = 500, IN_FLIGHT = 50, LOAD = 1000;
const app = new App({ name: "reference", version: "1" });
let marks = [], seen = 0;

const call = (name, args) => app.callServerTool({ name, arguments: args });
const say = (stage, data) => call("say", { stage, data });

app.ontoolinputpartial = (params) => {
  seen += 1;
  if (marks.includes(params.arguments.seq)) say(String(params.arguments.seq), { seen, heap: 0 });
};

async function echo(n) {
  const result = await call("echo", { n });
  if (result.structuredContent.n !== n) throw new Error("another call's answer");
}

async function load(total) {
  let next = 0;
  const lane = async () => { while (next < total) await echo(next++); };
  const begun = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return total / ((performance.now() - begun) / 1000);
}

async function latenciesOf(count) {
  const latencies = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    await echo(n);
    latencies.push(performance.now() - begun);
  }
  return latencies;
}

async function calls() {
  const fresh = (await latenciesOf(FIRST)).reduce((sum, latency) => sum + latency, 0);
  await latenciesOf(WARM);
  const latencies = await latenciesOf(CALLS);
  await load(STEADY);
  return { fresh, latencies, rate: await load(LOAD) };
}

await app.connect();
const what = app.getHostContext().measure;
if (what.kind === "calls") await say("calls", await calls());
else {
  marks = what.marks;
  await say("ready", {});
}
