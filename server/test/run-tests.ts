/**
 * Runs test files, each once: `node run-tests.ts [--check] [FILE OR PATTERN…]`; without arguments, all of them. `--check` runs types
 * and lint beside the tests. Failures are printed in full where they happen, and again, with the slowest files, at the end, where a
 * log that was cut still has them.
 */
import { spawn } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { runSeed, testLanguage, testLocale, testZone } from "./run-seed.ts";
import { cpuMs, type FileReport, leftBehind, mark } from "./test-report.ts";

const root = join(import.meta.dirname, "..", "..");
const everyTest = "{rules,client,ui,server,bench,sdk}/**/*.test.ts";
/** Milliseconds in which a process of tests must end. */
const timeout = 10 * 60_000;
/** Compiled code and stripped types, of tests and of the programs that they start, for the next run. */
const compiled = join(root, "node_modules", ".cache", "compiled-tests");
const slowestShown = 20;
const errorLinesShown = 12;
/** Characters that a process wrote before it ended too early. */
const maxEndShown = 2_000;
/** Concurrent processes: tests also wait for pages and other processes, so two more than there are processors keep these busy. */
const lanes = availableParallelism() + 2;
/** Bytes that temporary files may take in memory: ten times what a run has used. Containers often have 64 MB. */
const leastRoom = 6 * 1024 ** 3;

/** The slowest files: they start first, each in a process of its own. */
const longest = [
  "server/test/whole/cluster.test.ts",
  "server/src/store/postgres/postgres-store.test.ts",
  "ui/test/every-screen.test.ts",
  "server/test/whole/recorded-server.test.ts",
  "server/test/release.test.ts",
  "server/test/whole/large-project.test.ts",
  "server/test/whole/hostile-documents.test.ts",
];

/** Files that change their process, or measure its memory, CPU or event loop: each has a process of its own. */
const alone =
  /^bench\/|^server\/src\/store\/|\/(alert-faults|clock-watch|cost|counting|leaks|limits|memory-bound|metrics\S*|raw-abuse|timeline-performance|usage)\.test\.ts$/;

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
process.exitCode = await main();

async function main(): Promise<number> {
  const begun = performance.now();
  const patterns = positionals.map((path) => relative(root, join(process.env.INIT_CWD ?? process.cwd(), path)));
  const exclude = (path: string) => path.includes("node_modules");
  const files = globSync(patterns.length > 0 ? patterns : everyTest, { cwd: root, exclude });
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
  const [isChecked] = await Promise.all([values.check ? runCheck() : true, ...Array.from({ length: lanes }, lane)]);
  summarize(reports, performance.now() - begun);
  return isChecked && reports.every(isGreen) ? 0 : 1;
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
  const some = (test: (file: string) => boolean) => files.filter((file) => !longest.includes(file) && test(file));
  const isLong = (file: string) => /^(bench|sdk|server\/test)\//.test(file);
  const isShort = (file: string) => !alone.test(file) && !hasBrowser(file);
  const slow = [
    ...chunks(
      some((file) => !alone.test(file) && hasBrowser(file)),
      4,
    ),
    ...chunks(
      some((file) => alone.test(file)),
      1,
    ),
    ...chunks(
      some((file) => isShort(file) && isLong(file)),
      5,
    ),
  ].map((job, index, jobs) => ({ job, place: (index * 0.618 * jobs.length) % jobs.length }));
  return [
    ...longest.filter((file) => files.includes(file)).map((file) => [file]),
    ...slow.sort((a, b) => a.place - b.place).map(({ job }) => job),
    ...chunks(
      some((file) => isShort(file) && !isLong(file)),
      12,
    ),
  ];
}

function hasBrowser(file: string): boolean {
  return /console-page|test\/browser/.test(readFileSync(join(root, file), "utf8"));
}

function chunks(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}

async function runCheck(): Promise<boolean> {
  const { status, output } = await runCommand("npm", ["run", "--silent", "check"]);
  console.log(status === "0" ? "✔ npm run check" : `✖ npm run check\n${output}`);
  return status === "0";
}

async function runJob(files: readonly string[]): Promise<FileReport[]> {
  const program = [
    `--test-reporter=${join(import.meta.dirname, "test-report.ts")}`,
    join(import.meta.dirname, "test-process.ts"),
  ];
  const browser = files.some(hasBrowser) ? ["--browser"] : [];
  const { status, output } = await runCommand(process.execPath, [...program, ...browser, ...files]);
  const done = new Map<string, FileReport>();
  const printed = new Map<string, string>();
  let current = files.join(" ");
  for (const [index, part] of output.split(mark).entries()) {
    const end = index === 0 ? -1 : part.indexOf("\n");
    const head = part.slice(0, Math.max(end, 0));
    if (head.startsWith("{")) done.set(JSON.parse(head).file, JSON.parse(head));
    else if (head !== "") current = head;
    printed.set(current, (printed.get(current) ?? "") + part.slice(end + 1));
  }
  const broken = (file: string): FileReport => {
    const error = `The process ended with ${status}.\n${output.replaceAll(mark, "").slice(-maxEndShown)}`;
    return { file, passed: 0, skipped: 0, failed: [{ name: "Not run to its end.", error }], cpuMs: 0 };
  };
  const reports = files.map((file) => done.get(file) ?? broken(file));
  if (status !== "0" && reports.every(isGreen)) reports.push(broken(files.join(" ")));
  const left = output.split("\n").find((line) => line.startsWith(leftBehind));
  if (left !== undefined) console.log(`! ${files.join(" ")}\n${left}`);
  for (const report of reports) console.log(describeFile(report, printed.get(report.file) ?? ""));
  return reports;
}

async function runCommand(
  command: string,
  argv: readonly string[],
): Promise<{ readonly status: string; readonly output: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn(command, argv, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout, killSignal: "SIGKILL" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  child.once("error", ({ message }) => resolve(message));
  child.once("close", (code, signal) => resolve(String(code ?? signal)));
  return { status: await promise, output };
}

function isGreen({ failed }: FileReport): boolean {
  return failed.length === 0;
}

function describeFile({ file, passed, failed, cpuMs }: FileReport, printed: string): string {
  if (failed.length === 0) return `✔ ${file} (${passed} tests, ${seconds(cpuMs)} CPU)`;
  return [`\n✖ ${file}, ${passed} tests passed`, ...failed.map(({ name, error }) => `✖ ${name}\n${error}`), printed].join("\n");
}

function summarize(reports: readonly FileReport[], ms: number): void {
  console.log("\nMost CPU time:");
  for (const { file, cpuMs } of reports.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, slowestShown))
    console.log(`${seconds(cpuMs).padStart(9)}  ${file}`);
  const sum = (count: (report: FileReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed, ${sum(({ skipped }) => skipped)} skipped`;
  console.log(`\nTests in ${reports.length} files: ${counts}`);
  console.log(
    `${seconds(sum(({ cpuMs }) => cpuMs))} CPU in the tests, ${seconds(cpuMs())} with their starts and checks; ${seconds(ms)} in all`,
  );
  const red = reports.filter((report) => !isGreen(report));
  if (red.length === 0) return;
  console.log("\nFailed:");
  for (const { file, failed } of red) {
    const lines = failed.flatMap(({ name, error }) => `✖ ${name}\n${error}`.split("\n").slice(0, errorLinesShown));
    console.log([`  ${file}`, ...lines.map((line) => `    ${line}`)].join("\n"));
  }
  console.log(`\nTZ=${testZone} LANG=${testLanguage}, browsers in ${testLocale}: npm run seeds -- --seed ${runSeed} FILE`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
