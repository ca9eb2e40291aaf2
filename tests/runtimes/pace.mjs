/** Feeds web/pace.js in bursts and prints what it handed on, burst by burst. */
import { pace } from "../../web/pace.js";

const partial = (n) => ({ method: "ui/notifications/tool-input-partial", n });
let given = [];
const page = pace((frames) => given.push(...frames.map((frame) => frame.n ?? frame.method)));
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

async function burst(...frames) {
  given = [];
  for (const frame of frames) page.take(frame);
  await soon();
  return given;
}

const report = [
  await burst(partial(1), partial(2), partial(3)),
  await burst(partial(4), partial(5), { method: "ui/notifications/tool-input" }, partial(6)),
  await burst({ method: "ping" }),
];
page.take(partial(7));
given = [];
page.wantAll();
report.push([...given], await burst(partial(8), partial(9)));
console.log(JSON.stringify(report));
process.exit(0); // the message channel would keep Node alive
