/**
 * A node or an edge in a process of its own, with a clock that its parent can set. Argument: the settings, as a JSON object by
 * name, and the options that are no settings. Logs to its output. Sends `{ urls }` when it is ready, and `{ killed }` when it has killed a
 * process of its own that answers reads.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { destination } from "pino";
import { openLog } from "../../src/base/log.ts";
import { startEdge } from "../../src/edge/edge-server.ts";
import { startServer } from "../../src/server.ts";
import { readSettings } from "../../src/settings.ts";

let ahead = 0;
process.on("message", (message: { readonly ahead?: number; readonly killReader?: boolean }) => {
  ahead = message.ahead ?? ahead;
  if (message.killReader) void killReader();
});
process.on("disconnect", () => process.exit());

const settings = readSettings(JSON.parse(process.argv[2] ?? "{}"), () => "");
const log = openLog("info", destination({ dest: 1, sync: true }));
const options = { demo: false, log, version: "test", now: () => Date.now() + ahead, ...JSON.parse(process.argv[3] ?? "{}") };
const { urls, workers } = await (settings.edgeOrigin === null ? startServer(settings, options) : startEdge(settings, options));
process.send?.({ urls });

async function killReader(): Promise<void> {
  const [pid] = workers?.status().pids ?? [];
  if (pid === undefined) throw new Error("This program answers reads itself.");
  process.kill(pid, "SIGKILL");
  while (workers?.status().pids.includes(pid)) await sleep(5);
  process.send?.({ killed: pid });
}
