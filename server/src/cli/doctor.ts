import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Settings } from "../base/settings.ts";
import { isCurrent, readOpenings } from "../reads/opening.ts";
import { proxyWarning } from "../start/start-warnings.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { type Context, command } from "./command.ts";
import { exitCode } from "./exit-codes.ts";
import { checkDataDirectory, checkDisk, checkMachine, checkOpenFiles, checkZones } from "./machine-checks.ts";
import { type Color, epochText, type Output, printable, wrapped } from "./output.ts";
import { checkServer, isEdge } from "./server-checks.ts";
import { checkDatabase, checkReplica, checkStore } from "./store-checks.ts";

export const doctor = command({
  name: "doctor",
  meaning: "check this installation for problems",
  examples: ["doctor"],
  notes:
    "Checks this machine, the data directory and its store, and the server or edge, running or not. Each line is ok, warn or fail,\nwith the next step. The exit code is 1 if a check fails.",
  async run(_, context) {
    const checks = [...checkMachine(process.versions), ...(await checksBySettings(context))];
    const { output } = context;
    output.answer({ checks }, () => checks.flatMap((check) => checkLines(check, output)));
    return checks.some(({ result }) => result === "fail") ? exitCode.error : exitCode.ok;
  },
});

async function checksBySettings(context: Context): Promise<Check[]> {
  try {
    const { settings, io } = context;
    const { data, databaseUrl } = settings;
    return [
      ok("settings", "all valid"),
      ...checkZones(settings.tzdata, io.now()),
      ...checkProxy(settings),
      ...checkDataDirectory(data),
      ...(await checkDisk(data)),
      ...checkOpenings(data, io.now()),
      ...checkReplica(data, databaseUrl, io.now),
      ...(isEdge(settings) ? [] : databaseUrl === null ? checkStore(data, io.now()) : await checkDatabase(databaseUrl, io.now)),
      ...checkOpenFiles(data),
      ...(await checkServer(context)),
    ];
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    return error.problems.map(({ path, message }) => fail("settings", `${path} ${message}`));
  }
}

/** Empty without an https address: then no proxy is needed. */
function checkProxy(settings: Settings): Check[] {
  const warning = proxyWarning(settings);
  if (warning !== null) return [warn("proxy", warning)];
  const { trustedProxies } = settings;
  return trustedProxies.length === 0 ? [] : [ok("proxy", `trusted in X-Forwarded-For: ${trustedProxies.join(", ")}`)];
}

function checkOpenings(directory: string, now: number): Check[] {
  const current = readOpenings(directory).filter((opening) => isCurrent(opening, now));
  return current.map(({ project, until, reason, by }) => {
    const order = `${project} is open until ${epochText(until)}: ${by} opened it by hand (${reason})`;
    return warn("opened", `${order}. To close it, run drawbridge open --project ${project} --end --data ${directory}`);
  });
}

const colors: Readonly<Record<Check["result"], Color>> = { ok: "green", warn: "yellow", fail: "red" };

function checkLines({ name, result, detail }: Check, output: Output): string[] {
  const label = result.padEnd(4);
  const [first = "", ...more] = wrapped(`${label}  ${name.padEnd(14)}  ${printable(detail)}`, 22, output.columns);
  return [output.paint(colors[result], label) + first.slice(label.length), ...more];
}
