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

test("every file that the page names is served, and every one that is served is named", async () => {
  const texts = await Promise.all(files.map(async (file) => (await ask(`/sign-in${file}`)).text()));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:\.|\/sign-in)(\/[a-z-]+\.(?:js|css|svg))/g)].map(([, file]) => file),
  );
  assert.deepEqual(new Set(["", ...named]), new Set(files));
});

test("a page that has not changed is not sent again", async () => {
  const first = await ask("/sign-in");
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^"[\w-]{27}"$/);
  const again = await ask("/sign-in", { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get("etag"), etag);
  assert.equal(again.headers.get("cache-control"), "no-cache");
  assert.equal(await again.text(), "");
});

test("a form that was sent without the page's script reaches nothing", async () => {
  const { status, headers } = await ask("/sign-in", { method: "POST", body: new URLSearchParams({ password: "x" }) });
  assert.equal(status, 405);
  assert.equal(headers.get("allow"), "GET, HEAD");
});

test("there is no other file below the page", async () => {
  for (const path of "/sign-in/ /sign-in/index.html /sign-in/sign-in-page.ts /sign-in/page/index.html /sign-in/..%2fserver.ts".split(
    " ",
  ))
    assert.equal((await ask(path)).status, 404, path);
});
