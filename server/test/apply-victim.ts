/** A victim for `drills/kills.ts`: the whole program, to which the command line applies one manifest after another. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestDocument, ownedDocument, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { readManifestText } from "../src/base/document/read-text.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../src/store/store.ts";
import type { Victim } from "./drills/kills.ts";
import { startProgram } from "./running-program.ts";

export const applyVictim: Victim = {
  start: (directory) =>
    spawn(process.execPath, [fileURLToPath(import.meta.url), directory], { stdio: ["ignore", "pipe", "inherit"] }),
  inspect,
};

const project = "acme";
/** The first commit of a store is its access token. */
const tokenRevision = 1;

/** The configuration after that revision: two platforms, and 1 to 12 instances that come and go. */
function manifestAt(revision: number): string {
  const instances = Array.from(
    { length: 1 + (revision % 12) },
    (_, n) => `  i-${(revision * 7 + n) % 50}: { name: "Instance ${revision}" }`,
  );
  return `apiVersion: drawbridge/v1
project: ${project}
name: Revision ${revision}
stores: { android: "https://example.org/a", apple: "https://example.org/b" }
platforms:
  ios: { minimum: "1.${revision}.0" }
  android: { minimum: "2.${revision}.0" }
instances:
${instances.join("\n")}
`;
}

async function applyForever(directory: string): Promise<never> {
  const isNew = !existsSync(join(directory, "drawbridge.db"));
  const program = await startProgram({ directory });
  if (isNew) writeSync(1, `${tokenRevision}\n`);
  const { body } = await program.admin("GET", "/admin/v1/status");
  const file = join(directory, "manifest.yaml");
  for (let next = Number(body.revision) + 1; ; next++) {
    writeFileSync(file, manifestAt(next));
    const { code, out, err } = await program.cli("apply", "-f", file, "--yes", "--json");
    assert.equal(code, 0, err);
    // Fails when the parent has ended: the victim never outlives it.
    writeSync(1, `${JSON.parse(out).revision}\n`);
  }
}

async function inspect(directory: string, verified: number): Promise<number> {
  const store = await openSqliteStore({ directory });
  const { revision: last } = await store.head();
  for (let revision = Math.max(verified, tokenRevision) + 1; revision <= last; revision++) await inspectRevision(store, revision);
  assert.deepEqual(await store.rows(project), await store.rowsAt(project, last));
  await store.close();
  return last;
}

async function inspectRevision(store: Store, revision: number): Promise<void> {
  const state = readProjectState(project, revision, await store.rowsAt(project, revision));
  const manifest = parseManifest(readManifestText(manifestAt(revision)).document, []);
  assert.ok(manifest);
  assert.deepEqual(sorted(ownedDocument(state)), sorted(manifestDocument(manifest)), `revision ${revision} is half there`);
}

/** The store sorts ids; a manifest keeps the order in which they were written. */
function sorted(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

const [, , directory] = process.argv;
if (import.meta.main && directory !== undefined) await applyForever(directory);
