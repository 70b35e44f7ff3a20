/**
 * A node or an edge as a program of its own, with a clock that its parent may set. Argument: the settings, as a JSON object of
 * their names. Logs to its output. Says `{ urls }` when it is ready to be asked.
 */
import { destination } from "pino";
import { openLog } from "../../src/base/log.ts";
import { startEdge } from "../../src/edge/edge-server.ts";
import { startServer } from "../../src/server.ts";
import { readSettings } from "../../src/settings.ts";

let ahead = 0;
process.on("message", (message: { readonly ahead: number }) => {
  ahead = message.ahead;
});
process.on("disconnect", () => process.exit());

const settings = readSettings(JSON.parse(process.argv[2] ?? "{}"), () => "");
const log = openLog("info", destination({ dest: 1, sync: true }));
const options = { demo: false, log, version: "test", now: () => Date.now() + ahead };
const { urls } = await (settings.edgeOrigin === null ? startServer(settings, options) : startEdge(settings, options));
process.send?.({ urls });
