/**
 * Checks files with web/checking.js, in steps as they would come; the sizes and their digests come as JSON.
 *
 *     node checking.mjs '[[1048577, "ab..."]]'
 */
import { startChecking } from "../../web/checking.js";

const STEP = 300_000;

let digests = 0;
const digest = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = (...given) => {
  digests += 1;
  return digest(...given);
};

/** Whether the file is intact with one bit of byte `spoiled` turned, and how many digests there were before it was whole. */
async function intact(size, expected, spoiled) {
  const data = Uint8Array.from({ length: size }, (_, index) => index % 251);
  const checking = startChecking({ digest: expected });
  if (spoiled !== undefined && size > 0) data[spoiled] ^= 1;
  digests = 0;
  for (let position = STEP; position < size; position += STEP) checking.arrived(data, position);
  const early = digests;
  return [await checking.isIntact(data), early];
}

const report = [];
for (const [size, expected] of JSON.parse(process.argv[2])) {
  const [[whole, early], [first], [last]] = [
    await intact(size, expected),
    await intact(size, expected, 0),
    await intact(size, expected, size - 1),
  ];
  report.push({ whole, early, first, last });
}
console.log(JSON.stringify(report));
