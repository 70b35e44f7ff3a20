/** Two versions of the program on one PostgreSQL, one after the other brought up: nobody is answered otherwise meanwhile. */
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { NextForms, nextName } from "../next-forms.ts";
import { openPostgres } from "../postgres.ts";
import { type Program, type ProgramOptions, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

const platform = "/admin/v1/projects/acme/policies/ios";
const unread = { "if-none-match": "*" };
const whatever = { "if-match": "*" };

/** Stopped at the end of the test, if not before. */
async function startNode(t: TestContext, url: string, more: Partial<ProgramOptions> = {}): Promise<Program> {
  const env = {
    DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}`,
    DRAWBRIDGE_DATABASE_URL: url,
    DRAWBRIDGE_DATABASE_POLL: "PT0.2S",
  };
  const program = await startProgram({ directory: newDirectory(), env, ...more });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= program.stop();
    return stopped;
  };
  t.after(stop);
  return { ...program, stop };
}

async function furnish(program: Program): Promise<string> {
  const made = await program.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, unread);
  assert.equal(made.status, 201);
  assert.equal((await program.admin("PUT", platform, { minimum: "2.4", store: "none" }, unread)).status, 201);
  const { body } = await program.admin("POST", "/admin/v1/projects/acme/keys", { name: "app" });
  return String(body.key);
}

/** The bytes and their tag. */
async function answerOf({ urls }: Program, key: string): Promise<string> {
  const response = await fetch(`${urls.config}/api/v1/config?platform=ios&current_version=2.5.0`, {
    headers: { "x-api-key": key },
  });
  return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
}

async function untilEqual(ask: () => Promise<string>, expected: () => Promise<string>): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    if ((await ask()) === (await expected())) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(await ask(), await expected());
}

function stored(url: string) {
  return postgres.run(url, "select schema, value::json as value from resources where kind = 'platform'");
}

test("while a node of the old version lives all is written in its form, and in the new one when it has gone", async (t) => {
  const url = await postgres.database();
  const [old, next] = [await startNode(t, url), await startNode(t, url, { forms: new NextForms() })];
  const key = await furnish(next);
  await untilEqual(
    () => answerOf(old, key),
    () => answerOf(next, key),
  );
  for (const [node, minimum, isForced] of [
    [next, "2.6", true],
    [old, "2.3", false],
    [next, "2.8", true],
  ] as const) {
    assert.equal((await node.admin("PATCH", platform, { minimum }, whatever)).status, 200);
    const answered = await answerOf(node, key);
    assert.match(answered, new RegExp(`"force_upgrade":${isForced}`));
    for (const each of [old, next]) {
      await untilEqual(
        () => answerOf(each, key),
        async () => answered,
      );
    }
    const [row] = await stored(url);
    assert.equal(row?.schema, "1");
    assert.match(JSON.stringify(row?.value), /"policy":/);
  }
  const before = await answerOf(next, key);
  await old.stop();
  assert.equal((await next.admin("PATCH", platform, { minimum: "2.2" }, whatever)).status, 200);
  const [row] = await stored(url);
  assert.equal(row?.schema, "2");
  assert.deepEqual(Object.keys(row?.value ?? {}), ["store", "stores", nextName]);
  assert.match(await answerOf(next, key), /"force_upgrade":false/);
  assert.notEqual(await answerOf(next, key), before);
  const { body } = await next.admin("GET", "/admin/v1/projects/acme/history");
  assert.match(JSON.stringify(body.commits), /platforms\.ios\.minimum|"minimum"/);
  assert.ok(!JSON.stringify(body).includes(nextName));

  await assert.rejects(
    startNode(t, url),
    /A newer Drawbridge has written to this store \(form 2 of values; this one knows 1\)\. Upgrade/,
  );
  const another = await startNode(t, url, { forms: new NextForms() });
  assert.equal(await answerOf(another, key), await answerOf(next, key));
});

test("an old node that meets the new form goes on answering what it has, changes nothing, and says why", async (t) => {
  const url = await postgres.database();
  const [old, next] = [await startNode(t, url), await startNode(t, url, { forms: new NextForms() })];
  const key = await furnish(next);
  await untilEqual(
    () => answerOf(old, key),
    () => answerOf(next, key),
  );
  const before = await answerOf(old, key);
  // As if it had been cut off for half a minute: nobody heard of it.
  await postgres.run(url, "delete from nodes where schema = 1");
  assert.equal((await next.admin("PATCH", platform, { minimum: "2.9" }, whatever)).status, 200);
  assert.notEqual(await answerOf(next, key), before);
  const refused = await old.admin("PATCH", platform, { minimum: "3.0" }, whatever);
  assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
  assert.match(
    String(refused.body.detail),
    /Upgrade this node: until then it answers from what it has read, and changes nothing/,
  );
  const elsewhere = await old.admin("PUT", "/admin/v1/projects/other", { name: "Other" }, unread);
  assert.equal(elsewhere.status, 503);
  assert.equal(await answerOf(old, key), before);
});
