import { flag, option, UsageError } from "./arguments.ts";
import { type Command, command, programVersion } from "./command.ts";
import { secureUrl } from "./text-form.ts";

const serve = command({
  name: "serve",
  meaning: "run the server",
  args: {
    demo: flag("--demo", "load the example project, listen on this machine only, and print commands to try"),
    edge: option(
      "--edge <url>",
      "run an edge of the server at this URL; it keeps answering while that server is unreachable",
      secureUrl,
    ),
  },
  examples: ["serve --demo", "serve --edge https://drawbridge.example"],
  notes:
    "Settings are read from the environment: see help environment.\nCtrl-C or SIGTERM stops the server after requests in flight; a second one stops it immediately.\n--edge is the same as DRAWBRIDGE_EDGE_ORIGIN, and requires DRAWBRIDGE_EDGE_TOKEN: create one with token create --kind edge.",
  check({ demo, edge }, args) {
    if (demo && edge !== null) args.problem("--demo and --edge cannot be combined: keep one");
  },
  async run({ demo, edge }, context) {
    const { io, output } = context;
    const settings = edge === null ? context.settings : { ...context.settings, edgeOrigin: edge };
    const isEdge = settings.edgeOrigin !== null;
    if (isEdge && demo) throw new UsageError(["--demo does not work with DRAWBRIDGE_EDGE_ORIGIN: remove one"]);
    // Every other command starts without loading a server.
    const { openLog } = await import("../base/log.ts");
    const options = { log: openLog(settings.logLevel), version: programVersion };
    const isTerminal = io.columns !== null && !output.isJson;
    const server = isEdge
      ? await (await import("../start/edge-server.ts")).startEdge(settings, options)
      : await (await import("../start/server.ts")).startServer(settings, { ...options, demo, isTerminal, command: io.command });
    // It waits for signals first: a script may stop the server as soon as it reads the address.
    const told = io.untilStopped();
    output.answer({ urls: server.urls }, () => server.banner);
    const build = isEdge ? null : (await import("../pages/console-build.ts")).buildConsole((line) => io.err(`${line}\n`));
    await told;
    build?.stop();
    await server.stop();
  },
});

/** The other commands would take a tenth of the CPU time of a server's start. */
export async function loadCommands(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv[0] === "serve") return [serve];
  const { clientCommands } = await import("./client-commands.ts");
  const [{ open }, { backup, restore, copy }, { doctor }] = await Promise.all([
    import("./open.ts"),
    import("./backup.ts"),
    import("./doctor.ts"),
  ]);
  return [serve, ...clientCommands, open, backup, restore, copy, doctor];
}
