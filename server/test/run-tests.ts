/** `node run-tests.ts [--check] [FILE, FOLDER OR PATTERN…]`: `--check` runs types and lint beside. Failures are printed in full, and again at the end. */
import { execFile } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { runSeed, testLanguage, testLocale, testZone } from "./run-seed.ts";
import { cpuMs, type FileReport, leftBehind, mark } from "./test-process.ts";

const root = join(import.meta.dirname, "..", "..");
/** Milliseconds in which a process of tests must end. */
const timeout = 10 * 60_000;
/** Compiled code and stripped types, of tests and of the programs that they start, for the next run. */
const compiled = join(root, "node_modules", ".cache", "compiled-tests");
/** Concurrent processes: tests also wait for pages and other processes, so two more than there are processors keep these busy. */
const lanes = availableParallelism() + 2;
/** Bytes that temporary files may take in memory: ten times what a run has used. Containers often have 64 MB. */
const leastRoom = 6 * 1024 ** 3;
/** The slowest files: they start first, each in a process of its own. */
const longest =
  /\/(cluster|postgres-store|every-screen|recorded-server|release|large-project|whole\/hostile-documents)\.test\.ts$/;
/** Files that change their process, or measure its memory, CPU or event loop: each has a process of its own. */
const alone =
  /^bench\/|\/(alert-faults|clock-watch|cost|leaks|limits|memory-bound|metrics\S*|raw-abuse|sqlite-\S*|timeline-performance|usage)\.test\.ts$/;

const isLong = /^(bench|sdk|server\/(test|src\/store))\//;
const hasBrowser = (file: string) => /console-page|test\/browser/.test(readFileSync(join(root, file), "utf8"));
const isRed = ({ failed }: FileReport) => failed.length > 0;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
process.exitCode = await main();

async function main(): Promise<number> {
  const begun = performance.now();
  const patterns = positionals.map((path) => relative(root, join(process.env.INIT_CWD ?? process.cwd(), path)));
  const ofFolders = patterns.map((path) => `${path}/**/*.test.ts`);
  const chosen = patterns.length > 0 ? [...patterns, ...ofFolders] : "{rules,client,ui,server,bench,sdk}/**/*.test.ts";
  const found = globSync(chosen, { cwd: root, exclude: (path) => path.includes("node_modules") });
  const files = found.filter((path) => path.endsWith(".ts"));
  if (files.length === 0) throw new Error(`No file matches ${patterns.join(" ")}.`);
  // The tests, and the programs that they start, get the zone and language of another machine for each seed.
  Object.assign(process.env, { TMPDIR: temporaryDirectory(), TZ: testZone, LANG: testLanguage, NODE_COMPILE_CACHE: compiled });
  // They take precedence over LANG.
  for (const name of ["LC_ALL", "LC_MESSAGES"]) delete process.env[name];
  const jobs = planJobs([...new Set(files.map((file) => file.split(sep).join("/")))]);
  const reports: FileReport[] = [];
  const lane = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) reports.push(...(await runJob(job)));
  };
  const check = values.check ? runCommand("npm", ["run", "--silent", "check"]) : null;
  await Promise.all(Array.from({ length: lanes }, lane));
  const checked = await check;
  summarize(reports, performance.now() - begun);
  if (checked) console.log(checked.status === "0" ? "✔ npm run check" : `✖ npm run check\n${checked.output}`);
  return (checked?.status ?? "0") === "0" && !reports.some(isRed) ? 0 : 1;
}

/** In memory where Linux has room and runs programs from there: the file system of a disk takes 8 % of the CPU time of these tests. */
function temporaryDirectory(): string {
  const inMemory = "/dev/shm";
  const mounts = process.platform === "linux" ? readFileSync("/proc/mounts", "utf8") : "";
  const mount = mounts.split("\n").find((line) => line.split(" ")[1] === inMemory);
  const { bavail, bsize } = statfsSync(mount ? inMemory : tmpdir());
  const isUsable = mount && !mount.includes("noexec") && Math.min(bavail * bsize, process.availableMemory()) >= leastRoom;
  const directory = mkdtempSync(join(isUsable ? inMemory : tmpdir(), "drawbridge-tests-"));
  // PostgreSQL refuses to run as root; as another user, it finds its own directory below this one.
  chmodSync(directory, 0o711);
  // A process that was killed may still be writing.
  process.once("exit", () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return directory;
}

/** Files of each process: the slowest first, then browsers in turn with others, and at last the many short ones. */
function planJobs(files: readonly string[]): string[][] {
  const kindOf = (file: string) =>
    [longest.test(file), alone.test(file), hasBrowser(file), isLong.test(file), true].indexOf(true);
  const sizes = [1, 1, 8, 10, 24];
  const jobs = [...Map.groupBy(files, kindOf)].flatMap(([kind, all]) => {
    const size = sizes[kind] ?? 1;
    return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => ({
      job: all.slice(at * size, (at + 1) * size),
      place: kind === 0 ? -1 : kind === 4 ? 1 : (at * size) / all.length,
    }));
  });
  return jobs.sort((a, b) => a.place - b.place).map(({ job }) => job);
}

async function runJob(files: readonly string[]): Promise<FileReport[]> {
  const program = join(import.meta.dirname, "test-process.ts");
  const browser = files.some(hasBrowser) ? ["--browser"] : [];
  const { status, output } = await runCommand(process.execPath, [`--test-reporter=${program}`, program, ...browser, ...files]);
  const lines = output.split("\n");
  const done = lines.filter((line) => line.startsWith(mark)).map((line): FileReport => JSON.parse(line.slice(mark.length)));
  const printed = lines.filter((line) => line !== "" && !line.startsWith(mark)).join("\n");
  const broken = (file: string): FileReport => {
    const failed = [{ name: "Not run to its end.", error: `The process ended with ${status}.` }];
    return { file, passed: 0, skipped: 0, failed, cpuMs: 0 };
  };
  const reports = files.map((file) => done.find((report) => report.file === file) ?? broken(file));
  if (status !== "0" && !reports.some(isRed)) reports.push(broken(files.join(" ")));
  for (const report of reports) console.log(describeFile(report));
  if (printed.includes(leftBehind) || reports.some(isRed)) console.log(`! Printed by ${files.join(" ")}\n${printed}`);
  return reports;
}

function runCommand(command: string, argv: readonly string[]): Promise<{ readonly status: string; readonly output: string }> {
  const options = { cwd: root, timeout, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY } as const;
  return new Promise((resolve) => {
    execFile(command, argv, options, (error, stdout, stderr) => {
      resolve({ status: String(error ? (error.code ?? error.signal) : 0), output: stdout + stderr });
    });
  });
}

function describeFile({ file, passed, failed, cpuMs }: FileReport): string {
  if (failed.length === 0) return `✔ ${file} (${passed} tests, ${seconds(cpuMs)} CPU)`;
  return [`\n✖ ${file}, ${passed} tests passed`, ...failed.map(({ name, error }) => `✖ ${name}\n${error}`)].join("\n");
}

function summarize(reports: readonly FileReport[], ms: number): void {
  console.log("\nMost CPU time:");
  for (const { file, cpuMs } of reports.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 20))
    console.log(`${seconds(cpuMs).padStart(9)}  ${file}`);
  const sum = (count: (report: FileReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed, ${sum(({ skipped }) => skipped)} skipped`;
  console.log(`\nTests in ${reports.length} files: ${counts}`);
  const whole = `${seconds(cpuMs())} with their starts and checks; ${seconds(ms)} in all`;
  console.log(`${seconds(sum((report) => report.cpuMs))} CPU in the tests, ${whole}`);
  const failed = reports.filter(isRed);
  if (failed.length === 0) return;
  console.log(["\nFailed:", ...failed.map(describeFile)].join("\n"));
  console.log(`\nTZ=${testZone} LANG=${testLanguage}, browsers in ${testLocale}: npm run seeds -- --seed ${runSeed} FILE`);
}
