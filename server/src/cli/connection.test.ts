import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings } from "../settings.ts";
import { connectionOf } from "./connection.ts";

function connect(env: Readonly<Record<string, string>>, url: string | null = null, token: string | null = null) {
  return connectionOf(
    { url, token },
    readSettings(env, () => assert.fail()),
  );
}

test("the command line comes before the environment, and that before this machine's own server", () => {
  const env = { DRAWBRIDGE_URL: "https://a.example", DRAWBRIDGE_TOKEN: "of-the-environment" };
  assert.deepEqual(connect(env, "https://b.example", "given"), {
    url: "https://b.example",
    token: "given",
    tokenSource: "--token",
  });
  assert.deepEqual(connect(env), { url: "https://a.example", token: "of-the-environment", tokenSource: "DRAWBRIDGE_TOKEN" });
  assert.equal(connect({}).url, "http://127.0.0.1:8080");
  assert.equal(connect({ DRAWBRIDGE_LISTEN: "0.0.0.0:80" }).url, "http://127.0.0.1:8081");
  assert.equal(connect({ DRAWBRIDGE_ADMIN_LISTEN: "[::]:9000" }).url, "http://[::1]:9000");
});

test("the token that the local server wrote is sent to this machine and to no other", (t) => {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-cli-"));
  t.after(() => rmSync(data, { recursive: true }));
  writeFileSync(join(data, "admin-token"), "dba_local\n");
  const env = { DRAWBRIDGE_DATA: data };
  for (const url of ["http://127.0.0.1:9", "http://localhost:9", "http://[::1]:9"])
    assert.equal(connect(env, url).token, "dba_local", url);
  for (const url of ["https://drawbridge.example", "http://127.0.0.1.example", "http://10.0.0.1"])
    assert.equal(connect(env, url).token, null, url);
  const admin = "x".repeat(40);
  assert.equal(connect({ ...env, DRAWBRIDGE_ADMIN_TOKEN: admin }).token, admin);
  assert.equal(connect({ ...env, DRAWBRIDGE_ADMIN_TOKEN: admin }, "https://drawbridge.example").token, null);
});

test("where there is no token, it is said where it was looked for", () => {
  assert.match(
    connect({ DRAWBRIDGE_DATA: "/nonexistent" }).tokenSource,
    /^\/nonexistent\/admin-token is not there: pass --token/,
  );
  assert.match(connect({}, "https://drawbridge.example").tokenSource, /pass --token or set DRAWBRIDGE_TOKEN/);
});
