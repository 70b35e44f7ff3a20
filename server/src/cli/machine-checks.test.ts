import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SmallDisk } from "../../test/small-disk.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { runtimeFloor } from "../start/start-warnings.ts";
import { describeThisProcess, writeOwner } from "../store/directory-owner.ts";
import { compareClock } from "./check.ts";
import { checkAge, checkDataDirectory, checkDisk, checkMachine, checkOpenFiles, checkRoom } from "./machine-checks.ts";

const results = (versions: Parameters<typeof checkMachine>[0]) => checkMachine(versions).map(({ result }) => result);

test("an old runtime is a warning, an SQLite that may damage the database a failure", () => {
  assert.deepEqual(results({ node: runtimeFloor, sqlite: "3.51.3" }), ["ok", "ok"]);
  assert.deepEqual(results({ node: "26.0.0", sqlite: "3.51.2" }), ["warn", "fail"]);
  assert.deepEqual(results({ node: runtimeFloor }), ["ok", "fail"]);
});

const newDirectory = temporaryDirectories();
const isLinux = process.platform === "linux";

test("a process that can have few files open is a warning", { skip: !isLinux }, () => {
  const script = `
    import { checkOpenFiles } from ${JSON.stringify(join(import.meta.dirname, "machine-checks.ts"))};
    console.log(JSON.stringify(checkOpenFiles("/nonexistent")));`;
  const out = execFileSync("sh", ["-c", 'ulimit -n 64; exec "$0" --input-type=module --eval "$1"', process.execPath, script], {
    encoding: "utf8",
  });
  const [check] = JSON.parse(out);
  assert.equal(check.result, "warn");
  assert.match(check.detail, /^64 can be open here, connections included: .*raise the limit/);
});

test("the files of a recorded server that runs are counted in that process", { skip: !isLinux }, () => {
  const directory = newDirectory();
  mkdirSync(directory);
  writeOwner(directory, describeThisProcess("127.0.0.1:1"));
  const [check] = checkOpenFiles(directory);
  assert.match(check?.detail ?? "", new RegExp(`in the server \\(process ${process.pid}\\)`));
});

const now = Date.UTC(2026, 10, 25);
const resultOf = (version: string | null, machine: string | null = null) => {
  const { result, detail } = checkAge({ version, source: "runtime" }, now, machine);
  return `${result} ${detail}`;
};

test("time zone data older than a year, or than the machine's files, are a warning", () => {
  assert.equal(resultOf("2026c"), "ok version 2026c of the runtime");
  assert.equal(resultOf("2026c", "2025b"), "ok version 2026c of the runtime");
  assert.match(resultOf("2025b"), /^warn version 2025b of the runtime is more than a year old: set DRAWBRIDGE_TZDATA/);
  assert.match(resultOf("2026c", "2026f"), /^warn version 2026c of the runtime, and \/usr\/share\/zoneinfo has 2026f: set /);
  assert.match(resultOf(null), /^warn the version of the data of the runtime is unknown/);
});

const here = { earliest: 1_000_000, latest: 1_000_400 };

test("clocks that differ by more than five seconds are a warning, by how much and in which direction", () => {
  const told = (theirs: number, resolution = 0) =>
    compareClock("PostgreSQL", theirs, here, resolution).map(({ result, detail }) => `${result} ${detail}`);
  assert.deepEqual(told(1_000_200), ["ok agrees with PostgreSQL within 5 s"]);
  assert.deepEqual(told(1_005_400), ["ok agrees with PostgreSQL within 5 s"]);
  assert.match(told(1_065_400)[0] ?? "", /^warn the clock of PostgreSQL is 65 s ahead of this machine's/);
  assert.match(told(940_000)[0] ?? "", /^warn the clock of PostgreSQL is 60 s behind this machine's/);
  assert.match(told(994_500, 1_000)[0] ?? "", /^ok/);
  assert.deepEqual(told(Number.NaN), []);
});

const megabyte = 1024 * 1024;

test("a full disk is a failure, and one without room for a backup beside the database a warning", () => {
  assert.equal(checkRoom("/data", 0, 50 * megabyte).result, "fail");
  assert.match(
    checkRoom("/data", 4096, 0).detail,
    /^4\.1 kB free for \/data: the disk is full or nearly full\. Free some space: without it, changes are refused/,
  );
  assert.equal(checkRoom("/data", 100 * megabyte, 50 * megabyte).result, "warn");
  assert.match(checkRoom("/data", megabyte, 0).detail, /need up to 67\.1 MB\. Free some space/);
  assert.equal(checkRoom("/data", 120 * megabyte, 50 * megabyte).result, "ok");
});

test("the disk of a directory that is not there yet is that of its parent", async () =>
  assert.equal((await checkDisk(`${tmpdir()}/none/of/these`)).length, 1));

test("a data directory on a disk that is mounted read-only is a failure that says so", { skip: SmallDisk.unavailable }, (t) => {
  const disk = new SmallDisk(1_000_000);
  t.after(() => disk.close());
  writeFileSync(join(disk.directory, "drawbridge.db"), "", { mode: 0o600 });
  execFileSync("mount", ["-o", "remount,ro", disk.directory]);
  const [found, ...others] = checkDataDirectory(disk.directory);
  assert.deepEqual([found?.result, others], ["fail", []]);
  assert.match(found?.detail ?? "", /is on a read-only file system: mount it for writing$/);
});
