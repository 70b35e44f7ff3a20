/** Operating systems that releases require, over real sockets: commands, server, edge, counts and reviews. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeProgram, readBytes } from "../running-edge.ts";
import { createProject, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const app = "/api/v1/gate?platform=ios&current_version=2.3.0";

test("a phone that can install no update is told so by server and edge alike, and reviews count it", async () => {
  await using program = await startProgram({ directory: directories() });
  const key = await createProject(program, {
    stores: { apple: "https://apps.example/a" },
    messages: { unsupported: { en: "Too old: {current_version}" } },
    platforms: { ios: { minimum: "2.3.0" } },
  });
  const token = String((await program.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edge" })).body.token);
  const place = ["--project", "acme", "--platform", "ios", "--yes"];
  const declared = await program.cli("policy", "release", ...place, "--version", "2.6.0", "--requires-os", "17");
  assert.equal(declared.code, 0, declared.err);
  for (const os of ["16.4", "16.9", "17", "iOS"]) await readBytes(program.urls.config, `${app}&os=${os}`, key);
  const raise = ["policy", "set", ...place, "--minimum", "2.6.0"];
  const { out } = await program.cli(...raise, "--dry-run");
  assert.match(out, /! 67% of 3 requests that must update, with a known operating system, can install no update\n/);
  assert.equal((await program.cli(...raise)).code, 0);
  const ask = ["simulate", "--project", "acme", "--gate", "--platform", "ios", "--version", "2.3.0", "--os"];
  assert.match((await program.cli(...ask, "16.4")).out, /drawbridge-os: too_old\n[\s\S]*"message": "Too old: 2.3.0"/);
  assert.doesNotMatch((await program.cli(...ask, "17")).out, /too_old|Too old/);
  const edge = await EdgeProgram.start({ directory: directories(), origin: program.urls.admin, token });
  try {
    await edge.at(Number((await program.admin("GET", "/admin/v1/status")).body.revision));
    for (const query of ["", "&os=iOS", "&os=16.4", "&os=17", "&os=17.0"]) {
      const answer = await readBytes(program.urls.config, app + query, key);
      assert.equal(await readBytes(edge.url, app + query, key), answer, query);
      const isKnown = /os=1/.test(query);
      assert.equal(/expose-headers: [^\r]*, drawbridge-os\r/i.test(answer), isKnown, answer);
      assert.equal(/\r\ndrawbridge-os: too_old\r/.test(answer), query === "&os=16.4", answer);
      assert.equal(/"message":"Too old: 2.3.0","store_link":null/.test(answer), query === "&os=16.4", answer);
      if (!isKnown) assert.equal(answer, await readBytes(program.urls.config, app, key));
    }
    const headers = ["x-app-version: 2.3.0", "x-app-platform: ios", "x-app-os: 16"];
    const proxied = await readBytes(edge.url, "/auth/gate", key, headers);
    assert.match(proxied, /^HTTP\/1.1 426 .*"detail":"Too old: 2.3.0"/s);
    assert.equal(await readBytes(program.urls.config, "/auth/gate", key, headers), proxied);
  } finally {
    await edge.stop();
  }
});
