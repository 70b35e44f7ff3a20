import type { Settings } from "../settings.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { programVersion } from "./program-version.ts";
import { secureUrl } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

export const serve = command({
  name: "serve",
  meaning: "run the server",
  options: [
    { flags: "--demo", meaning: "load the example project, on this machine only, and print lines to try it with" },
    { flags: "--edge <url>", meaning: "answer apps from what the server at that address says, also when it is away" },
  ],
  examples: ["serve --demo", "serve --edge https://drawbridge.example"],
  notes:
    "Settings are read from the environment: see docs/settings.md. Ctrl-C or SIGTERM stops it when what is in\nflight is done; a second one stops it at once.\n--edge is as DRAWBRIDGE_EDGE_ORIGIN, and needs DRAWBRIDGE_EDGE_TOKEN: edge-token create makes one.",
  read(given) {
    const request = { demo: given.flag("demo"), edge: given.option("edge", secureUrl) };
    if (request.demo && request.edge !== null) given.problem("--demo is of a server with a store: leave it out, or --edge");
    return request;
  },
  async run({ demo, edge }, context) {
    const { io, output } = context;
    const settings = edge === null ? context.settings : { ...context.settings, edgeOrigin: edge };
    if (settings.edgeOrigin !== null) {
      if (demo) throw new UsageError(["--demo is of a server with a store: leave it out, or DRAWBRIDGE_EDGE_ORIGIN"]);
      return serveEdge(settings, context);
    }
    // Every other command starts without loading a server.
    const [{ startServer }, { openLog }, { buildConsole }] = await Promise.all([
      import("../server.ts"),
      import("../base/log.ts"),
      import("../console-build.ts"),
    ]);
    const isTerminal = io.columns !== null && !output.isJson;
    const log = openLog(settings.logLevel);
    const server = await startServer(settings, { demo, log, version: programVersion, isTerminal, command: io.command });
    // Whoever reads that it listens may tell it to stop.
    const told = io.untilStopped();
    output.answer({ urls: server.urls }, () => server.banner);
    const build = buildConsole((line) => io.err(`${line}\n`));
    await told;
    build.stop();
    await server.stop();
  },
});

/** Without a store, and without a console. */
async function serveEdge(settings: Settings, { io, output }: Context): Promise<void> {
  const [{ startEdge }, { openLog }] = await Promise.all([import("../edge/edge-server.ts"), import("../base/log.ts")]);
  const server = await startEdge(settings, { log: openLog(settings.logLevel), version: programVersion });
  // Whoever reads that it listens may tell it to stop.
  const told = io.untilStopped();
  output.answer({ urls: server.urls }, () => server.banner);
  await told;
  await server.stop();
}
