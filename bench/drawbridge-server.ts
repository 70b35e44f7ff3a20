/** Drawbridge, pinned. Arguments: the data directory, and `demo`. `{ watch }` measures the event loop, `{ watched }` returns the longest block. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { keepCompiled, prepareRuntime } from "../server/bin/runtime.js";
import { beReady } from "./pinned.ts";

// Like the launcher: prepares the runtime before importing the program.
prepareRuntime();
const { openLog } = await import("../server/src/base/log.ts");
const { startServer } = await import("../server/src/start/server.ts");
const { readSettings } = await import("../server/src/base/settings.ts");

const [data = "", demo] = process.argv.slice(2);
const free = "127.0.0.1:0";
const addresses = { DRAWBRIDGE_LISTEN: free, DRAWBRIDGE_ADMIN_LISTEN: free };
const settings = readSettings({ DRAWBRIDGE_DATA: data, ...addresses }, () => "");
if (demo === "demo") {
  const { seedExample } = await import("../server/test/seed-example.ts");
  await seedExample(settings);
}
const { urls } = await startServer(settings, {
  demo: false,
  log: openLog("error"),
  version: "bench",
});
/** Milliseconds since the process started, including module loading. */
const readyMs = performance.now();
const delay = monitorEventLoopDelay({ resolution: 1 });

keepCompiled();
beReady({ ...urls, readyMs }, async (message) => {
  if ("watch" in message) {
    delay.enable();
    delay.reset();
    return {};
  }
  delay.disable();
  return { blockedMs: delay.max / 1e6 };
});
