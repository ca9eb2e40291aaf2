/**
 * Runs tests inside Pyodide under Node and prints one JSON object: how each of them ended.
 *
 *     node in_pyodide.mjs PYODIDE_FOLDER REPOSITORY SITE_PACKAGES WHEEL... -- TEST_PATH...
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, repository, sitePackages, ...rest] = process.argv.slice(2);
const wheels = rest.slice(0, rest.indexOf("--"));
const paths = rest.slice(rest.indexOf("--") + 1);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  stdout: (text) => console.error(text),
  env: { PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
});
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
for (const [place, folder] of [["/repository", repository], ["/site", sitePackages]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.runPython("import sys; sys.path.insert(0, '/repository'); sys.path.append('/site')");
const run = python.pyimport("tests.runtimes.in_pyodide").run;
console.log(await run(JSON.stringify(paths)));
process.exit(0);
