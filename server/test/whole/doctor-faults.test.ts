/** Faults of a data directory: the line of doctor that names each, and its exit code. A sound server answers beside it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import type { Check } from "../../src/cli/check.ts";
import { checkReplica } from "../../src/cli/store-checks.ts";
import { writeChecksums } from "../log-checksums.ts";
import { runCommand } from "../recorded-io.ts";
import { EdgeProgram } from "../running-edge.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const metricsToken = "m".repeat(40);
const server = await startProgram({ directory: newDirectory(), example: true, env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken } });
const original = newDirectory();
await (await startProgram({ directory: original, example: true })).stop();
after(() => server.stop());

interface Fault {
  /** Harms a data directory with the demo's project, which no server has open. */
  readonly harm: (directory: string, file: string) => unknown;
  readonly code: 0 | 1;
  /** `result name detail` */
  readonly line: RegExp;
}

const faults: Readonly<Record<string, Fault>> = {
  none: {
    harm: () => undefined,
    code: 0,
    line: /^ok store .*revision 3 of 1 project; every page is sound, and its values match its log$/,
  },
  "a database of which most is in the write-ahead log of a killed server": {
    harm: killedServer,
    code: 0,
    line: /^ok store .*revision 40 of 0 projects; every page is sound/,
  },
  "a page is zeroed": {
    harm: (_, file) => writeFileSync(file, readFileSync(file).fill(0, 20 * 4096, 21 * 4096)),
    code: 1,
    line: /^fail store .* is damaged/,
  },
  "the file is cut off": { harm: (_, file) => truncateSync(file, 40_000), code: 1, line: /^fail store .* is damaged/ },
  "values of a newer form": {
    harm: (_, file) => sql(file, "update resources set schema = 2; update changes set schema = 2"),
    code: 1,
    line: /^fail store .* has values of a newer Drawbridge \(form 2; this one knows 1\): start that version\.$/,
  },
  "tables of a newer form": {
    harm: (_, file) => sql(file, "pragma user_version = 99"),
    code: 1,
    line: /^fail store .* has format 99/,
  },
  "a value that is none of its kind, in the log too": {
    harm: (_, file) =>
      sql(
        file,
        "update resources set value = '[]' where kind = 'platform'; update changes set value = '[]' where kind = 'platform' and value is not null",
      ),
    code: 1,
    line: /^fail store .* is damaged: platform \S+ of project acme-shop does not have the fields of its kind\. Stop Drawbridge/,
  },
  "a value that is not the one in the log": {
    harm: (_, file) => sql(file, "update resources set value = '[]' where kind = 'platform'"),
    code: 1,
    line: /^fail store .* has values that differ from its log\. .*: the next start rebuilds them from the log\.$/,
  },
  "no database": {
    harm: (_, file) => rmSync(file),
    code: 1,
    line: /^fail store .* is missing, but .* has files of an earlier installation \(.*admin-token/,
  },
  "a file that cannot be written": {
    harm: (_, file) => chmodSync(file, 0o400),
    code: 1,
    line: /^fail data directory .*drawbridge\.db is not writable by .*: chmod u\+rw/,
  },
  "a secret that others can read": {
    harm: (directory) => chmodSync(join(directory, "admin-token"), 0o644),
    code: 1,
    line: /^fail data directory .*admin-token is readable by other users: chmod 600/,
  },
  "a directory that others can write": {
    harm: (directory) => chmodSync(directory, 0o777),
    code: 0,
    line: /^warn data directory .* is writable by other users: chmod go-w/,
  },
  "a replica that a start would use": {
    harm: () => undefined,
    code: 0,
    line: /^ok copy .*replica: revision 3, current at 20\S+ \S+ UTC; a start would use it$/,
  },
  "a replica that is cut off": {
    harm: (directory) => truncateSync(join(directory, "replica"), 100),
    code: 0,
    line: /^warn copy .*replica cannot be used: the last line of the replica on disk/,
  },
  "a last commit of the future": {
    harm: (_, file) => sql(file, `update commits set at = ${Date.now() + 90 * 24 * 3600_000}`),
    code: 0,
    line: /^warn clock the last commit is from 20.*: its clock is behind, or was ahead then/,
  },
};

describe("doctor finds", () => {
  for (const [fault, { harm, code, line }] of Object.entries(faults)) {
    it(fault, async () => {
      const directory = newDirectory();
      cpSync(original, directory, { recursive: true });
      await harm(directory, join(directory, "drawbridge.db"));
      // SQLite writes back the log of a killed process.
      const before = readdirSync(directory).filter((name) => !name.endsWith("-wal"));
      const found = await doctor(directory);
      assert.match(found.lines.join("\n"), new RegExp(line.source, "m"));
      assert.equal(found.code, code, found.lines.join("\n"));
      assert.deepEqual(readdirSync(directory), before);
    });
  }
});

it("doctor leaves the store to a running server, which goes on committing", async () => {
  const found = await doctor(server.directory);
  assert.match(
    found.lines.join("\n"),
    new RegExp(`^ok store \\S+ is in use by process ${process.pid}, so it is not checked`, "m"),
  );
  assert.equal(found.code, 0);
  const made = await server.admin("PUT", "/admin/v1/projects/later", { name: "Later" }, { "if-none-match": "*" });
  assert.equal(made.status, 201);
});

it("doctor names what an edge follows and how far, and ends 0 while it is sound and 1 when its origin is away", async (t) => {
  const origin = await startProgram({ directory: newDirectory(), example: true });
  t.after(() => origin.stop());
  const { token } = (await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "e" })).body as unknown as {
    token: string;
  };
  const directory = newDirectory();
  const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
  await using edge = await EdgeProgram.start({ directory, origin: origin.urls.config, token, env });
  const { body } = await origin.admin("GET", "/admin/v1/status");
  await edge.at(Number(body.revision));
  const typed = (...more: string[]) =>
    runCommand(["doctor", "--url", edge.url, ...more], { env: { DRAWBRIDGE_DATA: directory, ...env } });
  const healthy = await typed();
  assert.equal(healthy.code, 0, healthy.out);
  assert.match(healthy.out, new RegExp(`(ok {2}|warn) {2}edge +${edge.url}( is|,) version`));
  assert.match(healthy.out, new RegExp(`ok {4}origin +follows ${origin.urls.config} at revision ${body.revision}, checked`));
  assert.match(healthy.out, /ok {4}disk +/);
  assert.doesNotMatch(healthy.out, /store|token/);
  const unknown = await runCommand(["doctor", "--url", edge.url], { env: { DRAWBRIDGE_DATA: newDirectory() } });
  assert.equal(unknown.code, 0, unknown.out);
  assert.match(
    unknown.out,
    /ok {4}edge .* answers apps\nwarn {2}origin +to see its origin and how far behind it is, pass its DRAWBRIDGE_METRICS_TOKEN/,
  );
  await origin.stop();
  await edge.hasProblem(/./);
  const away = await typed();
  assert.equal(away.code, 1);
  assert.match(away.out, /fail {2}origin +\S+ has been interrupted since \S+ \S+ UTC: .* Apps get answers from revision/);
});

it("doctor says nothing of a store where there is none, and that the directory is to be created", async () => {
  const { lines } = await doctor(newDirectory());
  assert.doesNotMatch(lines.join("\n"), /^\w+ store/m);
  assert.match(lines.join("\n"), /^warn data directory .* does not exist; the server creates it at its first start/m);
});

it("doctor finds a node's replica of another database", () => {
  const [check] = checkReplica(original, "postgresql://u@127.0.0.1:1/d", Date.now);
  assert.equal(check?.result, "warn");
  assert.match(check?.detail ?? "", /replica cannot be used: the replica on disk is of another database\. /);
});

/** With the address and the token of the sound server. */
async function doctor(directory: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const env = { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_URL: server.urls.admin, DRAWBRIDGE_TOKEN: server.token };
  const { code, out, err } = await runCommand(["doctor", "--json"], { env });
  assert.equal(err, "");
  const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
  return { code, lines: checks.map(({ result, name, detail }) => `${result} ${name} ${detail}`) };
}

/** The first page is of an older state than the rest, as after a checkpoint that could not extend the file. */
async function killedServer(directory: string, file: string): Promise<void> {
  rmSync(file);
  for (const name of readdirSync(directory)) rmSync(join(directory, name));
  const script = `
    import { openSqliteStore } from ${JSON.stringify(join(import.meta.dirname, "../../src/store/sqlite/sqlite-store.ts"))};
    const store = await openSqliteStore({ directory: process.argv[1] });
    for (let n = 0; n < 40; n++)
      await store.commit({ at: n, actor: "ci", reason: "", overridden: [], expect: [],
        changes: [{ project: "a", kind: "instance", id: String(n), schema: 1, value: JSON.stringify({ name: "x".repeat(2000), reminder: null }) }] });
    console.log("done");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

function sql(file: string, text: string): void {
  const db = new DatabaseSync(file);
  db.exec(text);
  if (text.includes("update changes")) writeChecksums(db);
  db.close();
}
