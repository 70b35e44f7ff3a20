/** Testers get in before a reopening, and see a forced upgrade or a maintenance to come, with a key from the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentText, followDocument, readerOf } from "../document-commands.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const now = "2026-12-06T01:30:00Z";
const path = "/api/v1/config?platform=ios&current_version=2.0";

test("during maintenance for all, a key that ignores maintenance admits testers, and a frozen one shows another time", async () => {
  const program = await startProgram({ directory: directories(), now: () => Date.parse(now) });
  try {
    const manifest = {
      apiVersion: "drawbridge/v1",
      project: "acme",
      windows: { night: { start: "2026-12-06T01:00", duration: "PT2H" } },
    };
    await program.admin("PUT", "/admin/v1/projects/acme/manifest", manifest, { "if-none-match": "*" });
    const key = async (...options: string[]) => {
      const { code, out, err } = await program.cli("key", "create", "--project", "acme", "--name", "x", "--json", ...options);
      assert.equal(code, 0, err);
      return String(JSON.parse(out).key);
    };
    const told = async (text: string) => {
      const { body, headers } = await program.read(path, text);
      return [body.maintenance_active, headers.get("drawbridge-rehearsal"), headers.get("cache-control")];
    };
    const expires = ["--expires", "2026-12-07T00:00:00Z"];
    assert.deepEqual(await told(await key()), [true, null, "private, max-age=30"]);
    assert.deepEqual(await told(await key("--rehearsal-ignore-maintenance", ...expires)), [false, "no-maintenance", "no-store"]);
    assert.deepEqual(await told(await key("--rehearsal-at", "2026-12-06T03:00:00Z", ...expires)), [false, "frozen", "no-store"]);
    assert.deepEqual(await told(await key("--rehearsal-at", "2026-12-06T02:59:00Z", ...expires)), [true, "frozen", "no-store"]);
    const { out } = await program.cli("key", "list", "--project", "acme");
    assert.match(out, /active, rehearses without maintenance/);
    assert.match(out, /active, rehearses 2026-12-06 03:00 UTC/);
  } finally {
    await program.stop();
  }
});

test("a key that rehearses both, without an end or for too long is refused, with everything that is wrong", async () => {
  const program = await startProgram({ directory: directories(), now: () => Date.parse(now) });
  try {
    await program.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*" });
    const create = (...options: string[]) => program.cli("key", "create", "--project", "acme", "--name", "x", ...options);
    const both = await create("--rehearsal-ignore-maintenance", "--rehearsal-at", now);
    assert.equal(both.code, 2);
    assert.match(both.err, /cannot be combined/);
    assert.match(both.err, /--expires is required for a rehearsal key/);
    const long = await create("--rehearsal-ignore-maintenance", "--expires", "2027-02-01T00:00:00Z");
    assert.equal(long.code, 1);
    assert.match(long.err, /at most 30 days ahead/);
    const imported = await program.cli("key", "import", "--project", "acme", "--name", "x", "--rehearsal-at", now);
    assert.match(imported.err, /unknown option --rehearsal-at/);
  } finally {
    await program.stop();
  }
});

test("every command of the document does what it says, on any day", async () => {
  const program = await startProgram({ directory: directories() });
  try {
    await program.admin("PUT", "/admin/v1/projects/acme-shop", { name: "Acme Shop" }, { "if-none-match": "*" });
    const { commands } = await followDocument(documentText("rehearsal.md"), readerOf(program));
    assert.equal(commands, 2);
  } finally {
    await program.stop();
  }
});
