import assert from "node:assert/strict";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import { AdminError, AdminUnreachable, createAdminClient } from "../admin.ts";

interface Seen {
  readonly line: string;
  readonly init: RequestInit;
}

function asking(answer: () => Response, token?: string) {
  const seen: Seen[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    seen.push({ line: `${init.method} ${url}`, init });
    return answer();
  };
  const url = "https://drawbridge.example";
  return { seen, client: createAdminClient({ url, fetch, ...(token === undefined ? {} : { token }) }) };
}

const json =
  (value: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

test("without a token the browser's session speaks, to its own origin alone; beside a token no cookie goes along", async () => {
  const page = asking(json({ actor: "u_1" }));
  assert.deepEqual(await page.client.getSession(), { actor: "u_1" });
  assert.equal(page.seen[0]?.init.credentials, "same-origin");
  assert.equal(new Headers(page.seen[0]?.init.headers).has("authorization"), false);
  const script = asking(json({ actor: "t_1" }), "dba_test");
  await script.client.getSession();
  assert.equal(script.seen[0]?.init.credentials, "omit");
});

test("signing in and out are sent once, also when the network fails", async () => {
  const { client, seen } = asking(() => {
    throw new TypeError("network");
  });
  const uses = [
    () => client.signIn({ body: { login: "ada", password: "a long enough password" } }),
    () => client.signOut(),
    () => client.endSession({ session: "s_0123456789abcdef" }),
    () => client.createPerson({ body: { login: "ada", name: "Ada" } }),
  ];
  for (const use of uses) {
    const before = seen.length;
    await assert.rejects(use(), AdminUnreachable);
    assert.equal(seen.length - before, 1);
  }
  assert.deepEqual(pluck(seen, "line"), [
    "POST https://drawbridge.example/admin/v1/session",
    "DELETE https://drawbridge.example/admin/v1/session",
    "DELETE https://drawbridge.example/admin/v1/sessions/s_0123456789abcdef",
    "POST https://drawbridge.example/admin/v1/people",
  ]);
});

test("an end without a body is no error", async () => {
  const { client } = asking(() => new Response(null, { status: 204 }));
  assert.equal(await client.signOut(), undefined);
});

test("who tries too often is told how long to wait, and no password is in the error", async () => {
  const body = {
    type: "urn:x",
    title: "Too many requests",
    status: 429,
    detail: "Try again in 8 seconds.",
    code: "rate_limited",
  };
  const { client } = asking(
    () =>
      new Response(JSON.stringify(body), {
        status: 429,
        headers: { "content-type": "application/problem+json", "retry-after": "8" },
      }),
  );
  const signIn = client.signIn({ body: { login: "ada", password: "a long enough password" } });
  const error = await signIn.catch((reason: unknown) => reason);
  assert.ok(error instanceof AdminError);
  assert.deepEqual([error.code, error.retryAfter], ["rate_limited", 8]);
  assert.ok(!JSON.stringify([error.message, error.stack]).includes("a long enough password"));
});
