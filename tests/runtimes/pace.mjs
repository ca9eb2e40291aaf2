/** Feeds web/pace.js in bursts and prints what it handed on, burst by burst, each crossing as a list of its own. */
import { pace } from "../../web/pace.js";

const partial = (n) => ({ method: "ui/notifications/tool-input-partial", n });
const answer = (id) => ({ id });
let given = [];
const page = pace((frames) => given.push(frames.map((frame) => frame.n ?? frame.id ?? frame.method)));
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

async function burst(...frames) {
  given = [];
  for (const frame of frames) page.take(frame);
  const atOnce = given.length;
  await soon();
  return { atOnce, given };
}

const report = {
  newest: await burst(partial(1), partial(2), partial(3)),
  order: await burst(partial(4), partial(5), { method: "ui/notifications/tool-input" }, partial(6)),
  alone: await burst({ method: "ping" }),
  answers: await burst(answer("a"), answer("b"), answer("c"), answer("d")),
  again: await burst(answer("e")),
};
page.take(partial(7));
given = [];
page.wantAll();
report.held = { atOnce: given.length, given: [...given] };
await soon();
report.all = await burst(partial(8), partial(9), answer("f"), partial(10));
report.many = await burst(...Array.from({ length: 70 }, (_, n) => partial(n)));
console.log(JSON.stringify(report));
process.exit(0); // the message channel would keep Node alive
