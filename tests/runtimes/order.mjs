/** Loads two files through web/assets.js, one behind the other, and prints what happened in which order. */
globalThis.addEventListener ??= () => {}; // what the page listens to
const { inOrder } = await import("../../web/assets.js");

const soon = () => new Promise((go) => setTimeout(go, 1));

async function story(parts, fails = false) {
  const told = [];
  const load = inOrder(
    async (file, count) => {
      told.push(`${file.name} begins`);
      for (const part of file.parts) {
        await soon();
        count(part);
        told.push(`${file.name} ${part}`);
      }
      if (file.name === "first" && fails) throw new Error("broke off");
    },
    { second: "first" },
  );
  const files = [
    { name: "first", bytes: 100, parts },
    { name: "second", bytes: 10, parts: [10] },
    { name: "third", bytes: 1, parts: [1] },
  ];
  await Promise.allSettled(files.map((file) => load(file, () => {})));
  return told.filter((line) => !line.startsWith("third 1"));
}

const alone = [];
const load = inOrder(async (file) => alone.push(file.name), { second: "first" });
await load({ name: "second", bytes: 10 }, () => {});
console.log(JSON.stringify({ nearly: await story([50, 46, 4]), failed: await story([50], true), alone }));
