// @ts-check
/**
 * Frozen: the circular list of objects the collector leaves alone, two words before each of tens of thousands of them.
 *
 * As addresses these words are a tenth of a compressed image. The order of the list means nothing, so an image has it in
 * the order of memory, as the distance from each entry to the next, which is one of a few small numbers; going back is one
 * walk. The lowest two bits of each word are the collector's flags. Runs in the page and, for the maker, in Node.
 */

const FLAGS = 3;

/**
 * @param {Uint32Array} words the memory
 * @param {number} entry address of any entry of the list
 * @returns {{first: number, count: number}} what `link` needs to know
 */
export function unlink(words, entry) {
  /** @type {number[]} */
  const entries = [];
  let at = entry;
  do {
    const next = (words[at >>> 2] & ~FLAGS) >>> 0;
    if ((words[(next >>> 2) + 1] & ~FLAGS) >>> 0 !== at) throw new Error("the collector's list is not one that goes both ways");
    entries.push(at);
    at = next;
  } while (at !== entry);
  const ordered = Uint32Array.from(entries).sort();
  for (const [index, address] of ordered.entries()) {
    const next = ordered[(index + 1) % ordered.length];
    words[address >>> 2] = (next - address) | (words[address >>> 2] & FLAGS);
    words[(address >>> 2) + 1] &= FLAGS;
  }
  return { first: ordered[0], count: ordered.length };
}

/** @param {Uint32Array} words the memory @param {{first: number, count: number}} list */
export function link(words, { first, count }) {
  for (let at = first; count > 0; count--) {
    const word = words[at >>> 2];
    const next = (at + (word & ~FLAGS)) >>> 0;
    words[at >>> 2] = next | (word & FLAGS);
    words[(next >>> 2) + 1] |= at;
    at = next;
  }
}
