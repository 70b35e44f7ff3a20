/** Runs docs/publishing.md: its commands one after the other, and compares their output. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { guards } from "drawbridge-rules/changes/refusal.ts";
import { commandsOf } from "../document-commands.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "publishing.md"), "utf8");
const project = "/admin/v1/projects/acme-shop";
const password = "correct horse battery staples";
const directories = temporaryDirectories();
let program: Program;

before(async () => {
  const directory = directories();
  program = await startProgram({ directory, demo: true, now: () => Date.parse("2026-11-21T12:00:00Z") });
});
after(() => program.stop());

/** An owner of the project, with a token that counts as them. */
async function ownersToken(name: string): Promise<string> {
  const person = await program.admin("POST", "/admin/v1/people", { login: name, name });
  assert.equal(person.status, 201, JSON.stringify(person.body));
  const id = String(person.body.id);
  const { url } = person.body.link as { readonly url: string };
  await program.admin("PUT", `${project}/members/${id}`, { role: "owner" }, { "if-none-match": "*" });
  const own = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const send = (path: string, body: object, headers: object) =>
    fetch(`${program.urls.admin}${path}`, { method: "POST", headers: { ...own, ...headers }, body: JSON.stringify(body) });
  const redeemed = await send("/admin/v1/account-links/redeem", { link: url.split("#link=")[1], password }, {});
  assert.equal(redeemed.status, 200, await redeemed.clone().text());
  const cookie = redeemed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await send(`${project}/tokens`, { name: `${name}'s`, role: "owner" }, { cookie });
  assert.equal(made.status, 201, await made.clone().text());
  return ((await made.json()) as { readonly token: string }).token;
}

test("the commands of the guide do what it says, in its order", async () => {
  const [ada, bob] = [await ownersToken("ada"), await ownersToken("bob")];
  const commands = commandsOf("publishing.md");
  assert.ok(commands.length >= 8);
  let proposal = "";
  for (const argv of commands) {
    const own = argv.map((word) => (/^p_\w+$/.test(word) ? proposal : word));
    const who = argv[1] === "approve" ? bob : ada;
    const { code, out, err } = await program.cli(...own, "--token", who);
    assert.equal(code, 0, `${own.join(" ")}\n${out}${err}`);
    proposal = /\bp_[a-z0-9]+\b/.exec(out)?.[0] ?? proposal;
  }
  const { commits } = (await program.admin("GET", `${project}/history`)).body as {
    readonly commits: readonly { readonly overridden: readonly string[] }[];
  };
  assert.deepEqual(
    commits.flatMap(({ overridden }) => overridden),
    ["four_eyes", "long_maintenance"],
  );
});

test("the guide names every guard, and no other", () => {
  const named = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(named, [...guards]);
});

/** An … in the guide matches anything. */
function isLike(shown: unknown, found: unknown): boolean {
  if (shown === "…") return found !== undefined;
  if (Array.isArray(shown)) return Array.isArray(found) && shown.every((one, i) => isLike(one, found[i]));
  if (typeof shown !== "object" || shown === null) return shown === found;
  return Object.entries(shown).every(([key, value]) => isLike(value, (found as Record<string, unknown> | undefined)?.[key]));
}

test("the answers of the guide are the answers", async () => {
  const other = await startProgram({
    directory: directories(),
    demo: true,
    now: () => Date.parse("2026-11-21T12:00:00Z"),
  });
  try {
    const [review, stale] = [...guide.matchAll(/```json\n(.*?)\n```/gs)].map(([, text = ""]) => JSON.parse(text));
    const path = `${project}/policies/ios`;
    const { etag } = (await other.admin("GET", path)).body as { readonly etag: string };
    const raise = { minimum: "2.5.0" };
    const dry = await other.admin("PATCH", `${path}?dry_run=true`, raise);
    assert.ok(isLike(review, dry.body), JSON.stringify(dry.body));
    const done = await other.admin("PATCH", `${path}?reason=2.4+loses+orders`, raise, { "if-match": etag });
    assert.equal(done.status, 200);
    const late = await other.admin("PATCH", path, { recommended: "2.7.0" }, { "if-match": etag });
    assert.equal(late.status, 412);
    const shown = {
      ...stale,
      since: {
        ...stale.since,
        revision: done.body.revision,
        commits: [{ ...stale.since.commits[0], revision: done.body.revision }],
      },
    };
    assert.ok(isLike(shown, late.body), JSON.stringify(late.body));
  } finally {
    await other.stop();
  }
});
