import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
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

test("a provider that names another issuer is a warning of doctor and no visitor's; an address without sign-in is one too", async () => {
  const provider = createServer((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: `${origin}/app/`, authorization_endpoint: `${origin}/auth` }));
  });
  await once(provider.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const env = { DRAWBRIDGE_OIDC_ISSUER: `${origin}/app`, DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge" };
  const program = await startProgram({ env });
  const plain = await startProgram({ env: { DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" } });
  try {
    const { code, out } = await program.cli("doctor");
    assert.equal(code, 0, out);
    assert.match(out, /ok {4}sign-in +with a password, or with 127\.0\.0\.1:\d+\nwarn {2}provider +127\.0\.0\.1:\d+: /);
    assert.match(out, /the provider there names its issuer \S+: they differ by the \/.* Passwords and access tokens still work/);
    assert.match((await plain.cli("doctor")).out, /warn {2}sign-in +sign-in is off: .*DRAWBRIDGE_PUBLIC_URL/);
    const headers = { "content-type": "application/json", origin: program.urls.admin };
    const visitor = await fetch(`${program.urls.admin}/admin/v1/sign-in/provider`, { method: "POST", headers, body: "{}" });
    const text = await visitor.text();
    assert.match(text, /The identity provider is not available\. Try again later/);
    assert.doesNotMatch(text, /\/app/);
  } finally {
    await Promise.all([program.stop(), plain.stop()]);
    provider.closeAllConnections();
    provider.close();
  }
});
