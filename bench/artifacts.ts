/** Processor time and memory of the artifacts, as ratios to `node -e 0` and the sources: `node bench/artifacts.ts [ROUNDS]`, after a release. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { spread } from "./spread.ts";

const root = join(import.meta.dirname, "..");
const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), "drawbridge-artifacts-"));
const dist = readdirSync(join(root, "dist"));
const archive = dist.find((name) => /^drawbridge-server-[\d.]+\.tar\.gz$/.test(name)) ?? "";
const executable = dist.find((name) => /^drawbridge-[\d.]+-(linux|darwin|win)-\w+(\.exe)?$/.test(name)) ?? "";
execFileSync("tar", ["xzf", join(root, "dist", archive), "-C", folder, "--strip-components", "1"]);

const node = process.execPath;
const sources = [node, join(root, "server", "bin", "drawbridge.js")];
const bundle = [node, join(folder, "server", "lib", "drawbridge.js")];
/** Cold: Node compiles everything, as at the first start. */
const cold = { NODE_DISABLE_COMPILE_CACHE: "1" };
const variants = {
  "sources, cold": { command: sources, env: cold },
  "sources, warm": { command: sources, env: {} },
  "bundle, cold": { command: bundle, env: cold },
  "bundle, warm": { command: bundle, env: {} },
  executable: { command: [join(root, "dist", executable)], env: {} },
};
type Name = keyof typeof variants;

interface Measured {
  /** Processor time of `drawbridge version`, ms. Elapsed time would measure the other programs of the machine, too. */
  readonly version: number;
  /** Processor time of `serve --demo` up to the first answer, ms. */
  readonly answer: number;
  /** Bytes of the server after that answer. */
  readonly server: number;
}

async function measure({ command, env }: (typeof variants)[Name]): Promise<Measured> {
  const [file = "", ...words] = command;
  const version = processorTime([file, ...words, "version"], env);
  const data = mkdtempSync(join(folder, "data-"));
  const settings = {
    DRAWBRIDGE_DATA: data,
    DRAWBRIDGE_LISTEN: "127.0.0.1:0",
    DRAWBRIDGE_LOG_LEVEL: "error",
  };
  const child = spawn(file, [...words, "serve", "--demo", "--json"], {
    env: { ...env, ...settings, DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const key = readFileSync(join(data, "demo-key"), "utf8").trim();
  const url = `${JSON.parse(line ?? "{}").urls.config}/api/v1/config?platform=ios&current_version=2.3.0`;
  const { status } = await fetch(url, { headers: { "x-api-key": key } });
  if (status !== 200) throw new Error(`${command.join(" ")} answered ${status}`);
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Clock ticks of 10 ms.
  const answer = (Number(stat[11]) + Number(stat[12])) * 10;
  const measured = { version, answer, server: residentBytes(child.pid ?? 0) };
  child.kill("SIGTERM");
  await ended;
  return measured;
}

function residentBytes(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** The shell prints minutes and seconds of its children, for the user and for the system. */
function processorTime(command: readonly string[], env: Readonly<Record<string, string>>): number {
  const { stdout } = spawnSync("/bin/sh", ["-c", '"$0" "$@" >/dev/null; times', ...command], { env, encoding: "utf8" });
  const times = [...(stdout.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}

const names = Object.keys(variants) as Name[];
const found = new Map(names.map((name) => [name, [] as Measured[]]));
const empty: number[] = [];
/** The shell counts in steps of 10 ms. */
const tenTimes = 'for _ in 1 2 3 4 5 6 7 8 9 10; do "$0" -e 0; done';
// Fills the compile caches.
for (const name of ["sources, warm", "bundle, warm"] as const) await measure(variants[name]);
for (let round = 0; round < rounds; round++) {
  empty.push(processorTime(["/bin/sh", "-c", tenTimes, node], {}) / 10);
  const from = round % names.length;
  for (const name of [...names.slice(from), ...names.slice(0, from)]) found.get(name)?.push(await measure(variants[name]));
}
rmSync(folder, { recursive: true });

const medians = (name: Name, of: keyof Measured) => spread((found.get(name) ?? []).map((each) => each[of])).median;
const nothing = spread(empty).median;
console.log(`node -e 0: ${nothing.toFixed(0)} ms, median of ${rounds} rounds`);
for (const [of, unit] of [
  ["version", 1],
  ["answer", 1],
  ["server", 2 ** 20],
] as const) {
  const cells = names.map((name) => {
    const value = medians(name, of);
    const ratios = [value / medians("sources, cold", of), value / medians("sources, warm", of)].map((ratio) => ratio.toFixed(2));
    const toNothing = unit === 1 ? `, ${(value / nothing).toFixed(1)} × node -e 0` : "";
    return `${name}: ${(value / unit).toFixed(0)} ${unit === 1 ? "ms" : "MiB"} (${ratios.join(" and ")} of the sources, cold and warm${toNothing})`;
  });
  console.log(`${of}\n  ${cells.join("\n  ")}`);
}
