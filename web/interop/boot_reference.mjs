/** ext-apps' own minimal view: it connects and does nothing else. See benchmarks/boot.py. */
import { App, PostMessageTransport } from "@modelcontextprotocol/ext-apps";

console.debug = () => {};
const app = new App({ name: "reference", version: "1" }, {});
await app.connect(new PostMessageTransport(window.parent, window.parent));
