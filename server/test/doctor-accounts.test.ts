/** Output of doctor about people and tokens, for a running server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startCommandFixture } from "./command-fixture.ts";
import { startProgram } from "./running-program.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newPath = temporaryDirectories();

test("a token that is about to end is a warning, wherever it opens something", async (t) => {
  const { run, apply, server } = await startCommandFixture(t);
  await apply();
  const now = () => server.now;
  await run("token create --name soon --project acme --role viewer --expires 2026-12-01T00:00:00Z");
  await run("token create --name later --expires 2027-12-01T00:00:00Z");
  const { code, out } = await run("doctor", { now });
  assert.equal(code, 0);
  assert.match(out, /warn {2}tokens +t_\w+, "soon", of acme expires at 2026-12-01 00:00:00 UTC\. Create another: /);
  assert.doesNotMatch(out, /later/);
  assert.match((await run("doctor", { now: () => Date.parse("2027-11-25T00:00:00Z") })).out, /"later", expires at 2027-12-01/);
});

test("accounts are a warning until an administrator can sign in", async (t) => {
  const { run } = await startCommandFixture(t);
  await run("user add ada");
  assert.match(
    (await run("doctor")).out,
    /warn {2}accounts +no administrator can sign in\. Appoint one: drawbridge user administrator/,
  );
  await run("user administrator ada --yes");
  assert.match((await run("doctor")).out, /ok {4}accounts +1 administrator can sign in/);
});

test("with a token that may less, doctor says what it can and fails at nothing", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  await apply();
  const { token } = JSON.parse((await run("token create --name v --project acme --role viewer --json")).out);
  const { code, out } = await run(`doctor --token ${token}`);
  assert.equal(code, 0);
  assert.match(out, /ok {4}sign-in/);
  assert.doesNotMatch(out, /accounts|tokens/);
});

test("a provider that does not answer, and an address without sign-in, are warnings", async () => {
  const env = { DRAWBRIDGE_OIDC_ISSUER: "http://127.0.0.1:4", DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge" };
  const program = await startProgram({ directory: newPath(), env });
  const plain = await startProgram({ directory: newPath(), env: { DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" } });
  try {
    const { code, out } = await program.cli("doctor");
    assert.match(
      out,
      /ok {4}sign-in +with a password, or with 127\.0\.0\.1:4\nwarn {2}provider +127\.0\.0\.1:4: .* Passwords and access tokens still work/,
    );
    assert.equal(code, 0, out);
    assert.match((await plain.cli("doctor")).out, /warn {2}sign-in +sign-in is off: .*DRAWBRIDGE_PUBLIC_URL/);
  } finally {
    await Promise.all([program.stop(), plain.stop()]);
  }
});
