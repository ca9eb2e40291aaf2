/**
 * Drives Firefox for tests/engines: one request a line on standard input, `["verb", "text"]`, one answer a line on
 * standard output, `{"value"}` or `{"error"}`; the first line is the version. When the input ends, so does Firefox.
 */
import readline from "node:readline";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({
  browser: "firefox",
  protocol: "webDriverBiDi",
  executablePath: process.argv[2],
  headless: true,
});
const page = await browser.newPage();

const view = () => page.frames().find((frame) => frame.parentFrame() === page.mainFrame());

const VERBS = {
  open: async (url) => void (await page.goto(url)),
  ask: (expression) => page.evaluate(expression),
  askView: (expression) => view().evaluate(expression),
  click: async (selector) => void (await view().click(selector)),
};

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

say({ value: await browser.version() });
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [verb, text] = JSON.parse(line);
  try {
    say({ value: await VERBS[verb](text) });
  } catch (error) {
    say({ error: String(error.stack || error) });
  }
}
await browser.close();
