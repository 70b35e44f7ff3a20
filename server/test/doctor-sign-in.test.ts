import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openLog } from "../src/base/log.ts";
import { startCommandFixture } from "./command-fixture.ts";
import { startProgram } from "./running-program.ts";

test("with a token that may less, doctor says what it can and fails at nothing", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  await apply();
  const { token } = JSON.parse((await run("token create --name v --project acme --role viewer --json")).out);
  const { code, out } = await run(`doctor --token ${token}`);
  assert.equal(code, 0);
  assert.match(out, /ok {4}sign-in/);
  assert.doesNotMatch(out, /refused/);
});

test("a provider that does not answer, and an address without sign-in, are warnings", async () => {
  const env = { DRAWBRIDGE_OIDC_ISSUER: "http://127.0.0.1:4", DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge" };
  const program = await startProgram({ env });
  const plain = await startProgram({ env: { DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" } });
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

test("an issuer that differs by a slash is named in the log and by doctor, and not to a visitor", async () => {
  const provider = createServer((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: `${origin}/app/`, authorization_endpoint: `${origin}/auth` }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const logged: string[] = [];
  const log = openLog("info", { write: (line: string) => void logged.push(line) });
  const env = { DRAWBRIDGE_OIDC_ISSUER: `${origin}/app`, DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge" };
  const program = await startProgram({ env, log });
  const told = `DRAWBRIDGE_OIDC_ISSUER is ${origin}/app, and the provider there names its issuer ${origin}/app/: they differ by the /`;
  try {
    const { out } = await program.cli("doctor");
    assert.ok(out.includes(told), out);
    assert.ok(
      logged.some((line) => line.includes(told)),
      logged.join("\n"),
    );
    const visitor = await fetch(`${program.urls.admin}/admin/v1/sign-in/provider`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: program.urls.admin },
      body: "{}",
    });
    const text = await visitor.text();
    assert.equal(visitor.status, 503, text);
    assert.match(text, /The identity provider is not available\. Try again later/);
    assert.doesNotMatch(text, /\/app/);
  } finally {
    await program.stop();
    provider.closeAllConnections();
    provider.close();
  }
});
