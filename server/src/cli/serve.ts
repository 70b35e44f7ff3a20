import { command } from "./command.ts";
import { programVersion } from "./program-version.ts";

export const serve = command({
  name: "serve",
  meaning: "run the server",
  options: [{ flags: "--demo", meaning: "load the example project, on this machine only, and print lines to try it with" }],
  examples: ["serve --demo"],
  notes:
    "Settings are read from the environment: see docs/settings.md. Ctrl-C or SIGTERM stops it when what is in\nflight is done; a second one stops it at once.",
  read: (given) => ({ demo: given.flag("demo") }),
  async run({ demo }, { settings, io, output }) {
    // Every other command starts without loading a server.
    const [{ startServer }, { openLog }, { buildConsole }] = await Promise.all([
      import("../server.ts"),
      import("../log.ts"),
      import("../console-build.ts"),
    ]);
    const isTerminal = io.columns !== null && !output.isJson;
    const log = openLog(settings.logLevel);
    const server = await startServer(settings, { demo, log, version: programVersion, isTerminal });
    // Whoever reads that it listens may tell it to stop.
    const told = io.untilStopped();
    output.answer({ urls: server.urls }, () => server.banner);
    const build = buildConsole((line) => io.err(`${line}\n`));
    await told;
    build.stop();
    await server.stop();
  },
});
