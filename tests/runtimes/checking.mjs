/**
 * Checks files with web/checking.js, in steps as they would come; the sizes and their digests come as JSON.
 *
 *     node checking.mjs '[[1048577, "ab..."]]'
 */
import { startChecking } from "../../web/checking.js";

const STEP = 300_000;

async function intact(size, digest, spoil) {
  const data = Uint8Array.from({ length: size }, (_, index) => index % 251);
  const checking = startChecking({ digest });
  if (spoil && size > 0) data[size - 1] ^= 1;
  for (let position = STEP; position < size; position += STEP) checking.here(data, position);
  return checking.isIntact(data);
}

const report = [];
for (const [size, digest] of JSON.parse(process.argv[2])) report.push([await intact(size, digest, false), await intact(size, digest, true)]);
console.log(JSON.stringify(report));
