/** A node or an edge with a clock that its parent sets. Argument: the settings as JSON. Sends `{ urls }` when it is ready. SIGTERM stops it. */
import { destination } from "pino";
import { openLog } from "../../src/base/log.ts";
import { readSettings } from "../../src/base/settings.ts";
import { startEdge } from "../../src/start/edge-server.ts";
import { startServer } from "../../src/start/server.ts";

let ahead = 0;
process.on("message", (message: { readonly ahead: number }) => {
  ahead = message.ahead;
});
process.on("disconnect", () => process.exit());

const settings = readSettings(JSON.parse(process.argv[2] ?? "{}"), () => "");
const log = openLog("info", destination({ dest: 1, sync: true }));
const options = { demo: false, log, version: "test", now: () => Date.now() + ahead, pollEvery: 500 };
const server = await (settings.edgeOrigin === null ? startServer(settings, options) : startEdge(settings, options));
process.on("SIGTERM", () => void server.stop().then(() => process.exit()));
process.send?.({ urls: server.urls });
