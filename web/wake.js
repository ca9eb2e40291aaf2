// @ts-check
/**
 * Wake: what a memory image cannot know about the place where it is restored, set at the C level and told to Python.
 */

const ZONE_SIZE = 17; // bytes the runtime writes per zone name
const SLACK = 8; // in front of the names, as in the C library's own layout

/**
 * Set the C library's time zone, which it has read once, on another machine, and describe the surroundings.
 * @param {any} module the Emscripten module
 */
export function surroundings(module) {
  const names = module._malloc(SLACK + 2 * ZONE_SIZE) + SLACK;
  module.__tzset_js(module.___timezone, module.___daylight, names, names + ZONE_SIZE);
  module.HEAPU32[module.___tzname >>> 2] = names;
  module.HEAPU32[(module.___tzname >>> 2) + 1] = names + ZONE_SIZE;
  const year = new Date().getFullYear();
  const [winter, summer] = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset() * 60);
  return {
    timezone: Math.max(winter, summer),
    altzone: Math.min(winter, summer),
    tzname: [module.UTF8ToString(names), module.UTF8ToString(names + ZONE_SIZE)],
    language: navigator.language,
    runtime: navigator.userAgent,
  };
}
