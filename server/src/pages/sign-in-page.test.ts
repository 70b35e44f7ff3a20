import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Program, startProgram } from "../../test/running-program.ts";

let program: Program;
before(async () => {
  program = await startProgram();
});
after(() => program.stop());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(program.urls.admin + path, { redirect: "manual", ...init });
}

const files = ["", "/sign-in.js", "/ask.js", "/form.js", "/texts.js", "/sign-in.css", "/icon.svg"];

test("every file of the page comes with the policy that lets it do nothing else", async () => {
  for (const file of files) {
    const { status, headers } = await ask(`/sign-in${file}`);
    assert.equal(status, 200, file);
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      assert.ok(policy.split("; ").includes(part), part);
    assert.ok(!policy.includes("unsafe"), policy);
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
    assert.match(headers.get("permissions-policy") ?? "", /camera=\(\)/);
    assert.equal(headers.get("cache-control"), "no-cache");
    assert.equal(headers.get("set-cookie"), null);
    assert.equal(headers.get("access-control-allow-origin"), null);
  }
});
