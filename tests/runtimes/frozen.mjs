/** Lays out a list as the collector does, in an order of its own, and prints what web/frozen.js makes of it and back. */
import { link, unlink } from "../../web/frozen.js";

const [HEAD, OLD, FINALIZED] = [8, 1, 1];
const order = [HEAD, 400, 64, 1024, 96, 512]; // addresses; the head lies where it may, the objects anywhere
const flags = new Map([[64, [OLD, FINALIZED]], [512, [0, FINALIZED]]]);

function laidOut(entries) {
  const words = new Uint32Array(512).fill(0xabcdef00);
  entries.forEach((address, index) => {
    const [next, previous] = [entries[(index + 1) % entries.length], entries.at(index - 1)];
    const [forward, back] = flags.get(address) || [0, 0];
    words[address >>> 2] = next | forward;
    words[(address >>> 2) + 1] = previous | back;
  });
  return words;
}

const words = laidOut(order);
const list = unlink(words, 96);
const distances = [...order].sort((a, b) => a - b).map((address) => words[address >>> 2] & ~3 | 0);
link(words, list);
const broken = laidOut(order);
broken[(64 >>> 2) + 1] = 1024;
let refusal = null;
try {
  unlink(broken, 96);
} catch (error) {
  refusal = error.message;
}
const expected = laidOut([...order].sort((a, b) => a - b));
console.log(JSON.stringify({ list, distances, same: words.every((word, index) => word === expected[index]), refusal }));
