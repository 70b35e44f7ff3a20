/**
 * Runs test files, each once: `node run-tests.ts [--check] [--names FILE] [FILE OR PATTERN…]`; without arguments, all of them.
 * Files that fail are printed in full, the others as one line; the slowest files, and each failure with the start of its error,
 * come at the end, where a log that was cut still has them. `--check` runs types and lint beside the tests, `--names` writes the
 * name of every test that was run.
 */
import { spawn } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { runSeed, testLanguage, testLocale, testZone } from "./run-seed.ts";
import { planTestJobs, type TestJob } from "./test-jobs.ts";
import type { FileReport } from "./test-report.ts";

const root = join(import.meta.dirname, "..", "..");
const everyTest = "{rules,client,ui,server,bench,sdk}/**/*.test.ts";
/** Milliseconds in which a process of tests must end. */
const timeout = 30 * 60_000;
const slowestShown = 20;
/** Lines of an error that are shown at the end. */
const errorLinesShown = 12;
/** Concurrent jobs: tests also wait for pages and other processes, so two more than there are processors keep these busy. */
const lanes = availableParallelism() + 2;
const inMemory = "/dev/shm";
/** Bytes: ten times what a run has used. Containers often have 64 MB. */
const leastRoom = 6 * 1024 ** 3;

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false }, names: { type: "string" } },
  allowPositionals: true,
});
process.exitCode = await main();

async function main(): Promise<number> {
  const begun = performance.now();
  const patterns = positionals.length > 0 ? positionals.map(fromRoot) : [everyTest];
  const exclude = (path: string) => path.includes("node_modules");
  const files = globSync(patterns, { cwd: root, exclude }).map((file) => file.split(sep).join("/"));
  if (files.length === 0) throw new Error(`No file matches ${patterns.join(" ")}.`);
  const directory = temporaryDirectory();
  setPlace();
  try {
    const reports: FileReport[] = [];
    const jobs = planTestJobs([...new Set(files)]);
    let isChecked = true;
    let next = 0;
    const lane = async (index: number) => {
      if (index === 0 && values.check) isChecked = await runCheck();
      for (let job = jobs[next++]; job; job = jobs[next++]) reports.push(...(await runJob(job, join(directory, String(next)))));
    };
    await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
    summarize(reports, performance.now() - begun);
    if (values.names !== undefined) writeFileSync(values.names, namesIn(reports));
    return isChecked && reports.every(isGreen) ? 0 : 1;
  } finally {
    removeDirectory(directory);
  }
}

/**
 * Creates the directory of temporary files of this run: in memory where Linux has room for them, since the file system of a disk
 * takes 8 % of the CPU time of these tests.
 */
function temporaryDirectory(): string {
  const directory = mkdtempSync(join(isMemoryUsable() ? inMemory : tmpdir(), "drawbridge-tests-"));
  // PostgreSQL refuses to run as root; as another user, it finds its own directory below this one.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      removeDirectory(directory);
      process.exit(1);
    });
  }
  return directory;
}

/** Gives the tests, and the programs that they start, the zone and language of another machine for each seed. */
function setPlace(): void {
  process.env.TZ = testZone;
  process.env.LANG = testLanguage;
  // They take precedence over LANG.
  delete process.env.LC_ALL;
  delete process.env.LC_MESSAGES;
}

function isMemoryUsable(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === inMemory);
    const { bavail, bsize } = statfsSync(inMemory);
    // Tests run scripts and programs from there.
    const runsPrograms = mount !== undefined && !mount.includes("noexec");
    return runsPrograms && Math.min(bavail * bsize, process.availableMemory()) >= leastRoom;
  } catch {
    return false;
  }
}

/** Tries again, because a process that was killed may still be writing. */
function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Paths are relative to the working directory of the command. */
function fromRoot(path: string): string {
  return relative(root, join(process.env.INIT_CWD ?? process.cwd(), path));
}

/** Types and lint, like `npm run check`. */
async function runCheck(): Promise<boolean> {
  const { status, output } = await runCommand("npm", ["run", "--silent", "check"]);
  console.log(status === 0 ? "✔ npm run check" : `✖ npm run check\n${output}`);
  return status === 0;
}

async function runJob({ files, hasBrowser }: TestJob, list: string): Promise<FileReport[]> {
  const reporters = [`--test-reporter=${join(import.meta.dirname, "test-report.ts")}`, `--test-reporter-destination=${list}`];
  const program = join(import.meta.dirname, "test-process.ts");
  const browser = hasBrowser ? ["--browser"] : [];
  const paths = files.map((file) => join(root, file));
  const { status, output } = await runCommand(process.execPath, [...reporters, program, ...browser, ...paths]);
  const printed = printedBy(output);
  const done = readReports(list);
  const reports = files.map((file, index): FileReport => {
    const report = done.get(paths[index] ?? "");
    return report
      ? { ...report, file }
      : { file, tests: [], cpuMs: null, error: `Not run to its end: its process ended with ${status}.` };
  });
  for (const [index, report] of reports.entries()) console.log(describeFile(report, printed.get(paths[index] ?? "") ?? ""));
  if (status !== 0 && reports.every(isGreen)) {
    const file = files.join(" ");
    console.log(`✖ The process of ${file} ended with ${status}:\n${output}`);
    reports.push({ file, tests: [], cpuMs: null, error: done.get("")?.error ?? `Its process ended with ${status}.` });
  } else if (reports.some(({ cpuMs }) => cpuMs === null)) console.log(printed.get("") ?? "");
  return reports;
}

function readReports(list: string): Map<string, FileReport> {
  const lines = readFileSync(list, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as FileReport).map((report) => [report.file, report]));
}

/** Output of a test process by file; output before the first file under "". */
function printedBy(output: string): Map<string, string> {
  const [before = "", ...parts] = output.split("\u0001");
  return new Map([
    ["", before],
    ...parts.map((part): [string, string] => {
      const end = part.indexOf("\n");
      return [part.slice(0, end), part.slice(end + 1)];
    }),
  ]);
}

interface Ended {
  readonly status: number | string;
  readonly output: string;
}

async function runCommand(command: string, argv: readonly string[]): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn(command, argv, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const late = setTimeout(() => child.kill("SIGKILL"), timeout);
  let output = "";
  const take = (text: string) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", take);
  child.once("error", (error) => resolve({ status: error.message, output }));
  child.once("close", (code, signal) => resolve({ status: code ?? signal ?? "nothing", output }));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
  }
}

function isGreen({ error, tests }: FileReport): boolean {
  return error === null && tests.every(({ outcome }) => outcome !== "failed");
}

function describeFile(report: FileReport, printed: string): string {
  const { file, tests, cpuMs, error } = report;
  const cost = cpuMs === null ? "" : `, ${seconds(cpuMs)} CPU`;
  if (isGreen(report)) return `✔ ${file} (${tests.length} tests${cost})`;
  const marks = { passed: "✔", failed: "✖", skipped: "﹣" };
  const lines = tests.map(({ name, outcome, ms }) => `  ${marks[outcome]} ${name} (${seconds(ms)})`);
  const errors = tests.flatMap((test) => (test.error === undefined ? [] : [`\n✖ ${test.name}\n${test.error}`]));
  return [`\n✖ ${file}${cost}`, ...lines, ...(error === null ? [] : [error]), ...errors, printed].join("\n");
}

function summarize(reports: readonly FileReport[], ms: number): void {
  const byCost = reports.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0));
  console.log(`\nMost CPU time:`);
  for (const { file, cpuMs } of byCost.slice(0, slowestShown)) console.log(`${seconds(cpuMs ?? 0).padStart(9)}  ${file}`);
  const tests = reports.flatMap((report) => report.tests);
  const count = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length;
  const cpu = reports.reduce((sum, { cpuMs }) => sum + (cpuMs ?? 0), 0);
  console.log(
    `\n${tests.length} tests in ${reports.length} files: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`,
  );
  console.log(`${seconds(cpu)} CPU in the tests, ${seconds(ms)} in all`);
  const red = reports.filter((report) => !isGreen(report));
  if (red.length === 0) return;
  console.log(`\nFailed:\n${red.map(describeFailures).join("\n")}`);
  console.log(`\nTZ=${testZone} LANG=${testLanguage}, browsers in ${testLocale}: npm run seeds -- --seed ${runSeed} FILE`);
}

function describeFailures({ file, tests, error }: FileReport): string {
  const failed = tests.flatMap((test) => (test.error === undefined ? [] : [`✖ ${test.name}\n${test.error}`]));
  const texts = [...(error === null ? [] : [error]), ...failed];
  const lines = texts.flatMap((text) => text.split("\n").slice(0, errorLinesShown));
  return [`  ${file}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function namesIn(reports: readonly FileReport[]): string {
  const names = reports.flatMap(({ file, tests }) => tests.map(({ name }) => `${file}: ${name}\n`));
  return names.toSorted().join("");
}
