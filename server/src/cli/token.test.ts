import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";

async function dataDirectory(t: TestContext): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-tokens-"));
  t.after(() => rmSync(directory, { recursive: true }));
  await (await openSqliteStore({ directory })).close();
  return directory;
}

test("a token is made, listed and revoked in the data directory without a server", async (t) => {
  const env = { DRAWBRIDGE_DATA: await dataDirectory(t) };
  const local = (line: string) => runCommand([...line.split(" "), "--local"], { env });
  const made = await local("token create --name deploy --json");
  const { id, token, ...rest } = JSON.parse(made.out);
  assert.deepEqual([made.code, rest], [0, {}]);
  assert.match(token, /^dba_[0-9A-Za-z]{36}$/);
  const listed = await local("token list");
  assert.match(listed.out, new RegExp(`${id} +access +deploy +administrator +…${token.slice(-4)} +active +-`));
  assert.ok(!listed.out.includes(token));
  assert.deepEqual(await local(`token revoke ${id} --yes`), {
    code: 0,
    out: `The token ${id} was revoked.\nThis cannot be undone.\n`,
    err: "",
    asked: [],
  });
  assert.match((await local(`token revoke ${id} --yes`)).out, /was already revoked, at /);
  assert.match((await local("token list")).out, /revoked/);
});

test("--local makes no store where there is none", async () => {
  const { code, err } = await runCommand(["token", "create", "--local", "--name", "x"], {
    env: { DRAWBRIDGE_DATA: "/nonexistent/data" },
  });
  assert.equal(code, 1);
  assert.match(err, /There is no store in \/nonexistent\/data/);
});

test("a token that has expired already is refused, with where", async (t) => {
  const env = { DRAWBRIDGE_DATA: await dataDirectory(t) };
  const { code, err } = await runCommand(["token", "create", "--local", "--name", "x", "--expires", "2020-01-01T00:00:00Z"], {
    env,
  });
  assert.equal(code, 2);
  assert.match(err, /expires: expected an instant in the future/);
});
