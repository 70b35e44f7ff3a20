/** A day: people are added, one proposes, another approves, an owner breaks the glass; then a person leaves, and time passes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newPath = temporaryDirectories();
const day = 86_400_000;
let now = Date.parse("2026-11-21T12:00:00Z");
let program: Program;
/** Access tokens that count as them. */
const tokens = { ada: "", bob: "" };

before(async () => {
  program = await startProgram({ directory: newPath(), demo: true, now: () => now });
});
after(() => program.stop());

async function cli(line: string, as?: keyof typeof tokens): Promise<string> {
  const { code, out, err } = await tried(line, as);
  assert.equal(code, 0, `${line}\n${out}${err}`);
  return out;
}

function tried(line: string, as?: keyof typeof tokens) {
  const argv = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
  return program.cli(...argv, ...(as ? ["--token", tokens[as]] : []));
}

/** In a browser: what cannot be done without one. */
async function post(path: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", origin: program.urls.admin, cookie };
  const response = await fetch(`${program.urls.admin}/admin/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok, `${path} ${response.status} ${await response.clone().text()}`);
  return response;
}

/** Uses the link, and makes a token that counts as them. */
async function comeIn(link: string, role: string): Promise<string> {
  const redeemed = await post("/account-links/redeem", {
    link: link.split("#link=")[1]?.trim(),
    password: "a long enough password",
  });
  const cookie = redeemed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await post("/projects/acme-shop/tokens", { name: "own", role }, cookie);
  return ((await made.json()) as { readonly token: string }).token;
}

test("an administrator adds people, with what they may in the project", async () => {
  const [adas, bobs] = [newPath(), newPath()];
  await cli(`user add ada@acme.example --name "Ada" --project acme-shop --role owner --link-file ${adas}`);
  await cli(`user add bob@acme.example --name "Bob" --project acme-shop --role owner --link-file ${bobs}`);
  tokens.ada = await comeIn(readFileSync(adas, "utf8"), "owner");
  tokens.bob = await comeIn(readFileSync(bobs, "utf8"), "editor");
  assert.match(await cli("whoami", "bob"), /The token belongs to Bob \(bob@acme\.example\)\.\n {2}editor of acme-shop\n/);
  assert.match(await cli("user list --project acme-shop"), /Ada +owner +active\n.*Bob +owner +active/);
});

test("an owner requires a second person, and the editor's change waits for one", async () => {
  await cli('protection set --project acme-shop --four-eyes on --yes --reason "agreed"', "ada");
  const raise = 'policy set --project acme-shop --platform ios --minimum 2.5.0 --yes --reason "2.4 loses orders"';
  const refused = await tried(raise, "bob");
  assert.equal(refused.code, 1);
  assert.match(refused.err, /--minimum 2\.5\.0 --reason "2\.4 loses orders" .*--propose\n/);
  const [id = ""] = /p_\w+/.exec(await cli(`${raise} --propose`, "bob")) ?? [];
  const own = await tried(`proposal approve ${id} --project acme-shop --yes`, "bob");
  assert.deepEqual([own.code, /The author of a proposal cannot approve it/.test(own.err)], [1, true]);
  const early = await tried(`proposal publish ${id} --project acme-shop --yes`, "bob");
  assert.deepEqual([early.code, /needs the approval of a person other than its author/.test(early.err)], [1, true]);
  assert.match(
    await cli(`proposal approve ${id} --project acme-shop --yes`, "ada"),
    /must update \(below the minimum\)[\s\S]* was approved\./,
  );
  assert.match(
    await cli(`proposal publish ${id} --project acme-shop --yes`, "ada"),
    /was published: acme-shop is now at revision \d+/,
  );
  assert.match(await cli("policy show --project acme-shop --platform ios"), /ios +2\.5\.0/);
});

test("at night, maintenance takes one person, and an owner alone breaks the glass", async () => {
  await cli("maintenance start --project acme-shop --name hotfix --instance eu-1 --for 10m", "bob");
  await cli("maintenance complete hotfix --project acme-shop", "bob");
  const lower =
    'policy set --project acme-shop --platform ios --minimum 2.4.0 --yes --override four_eyes --reason "2.5 is not in the store"';
  const editor = await tried(lower, "bob");
  assert.deepEqual([editor.code, /Only an owner/.test(editor.err)], [1, true]);
  await cli(lower, "ada");
  assert.match(
    await cli("history acme-shop --kind platform --limit 1", "ada"),
    /own \(t_\w+\) {2}"2\.5 is not in the store" {2}\(overrode four_eyes\)\n {2}~ platforms\.ios\.minimum {2}"2\.5\.0" → "2\.4\.0"/,
  );
});

test("a person leaves: their tokens are named, their name is erased, and history remains", async () => {
  assert.match(await cli("history acme-shop --since 1h --limit 200"), /Bob \(u_\w+\)/);
  const out = await cli("user erase bob@acme.example --yes");
  const [, token = ""] = /drawbridge token revoke (t_\w+) --project acme-shop/.exec(out) ?? [];
  await cli(`token revoke ${token} --project acme-shop --yes --reason "Bob left"`, "ada");
  assert.equal((await tried("whoami", "bob")).code, 1);
  const history = await cli("history acme-shop --limit 200");
  assert.ok(!history.includes("Bob ("), history);
  assert.match(history, /revision \d+ {2}\S+ \S+ UTC {2}u_\w+/);
});

test("after the retention, what was superseded goes, and who did what stays", async () => {
  now += 500 * day;
  await cli(
    'policy set --project acme-shop --platform ios --recommended 3.0 --yes --override four_eyes --reason "3.0 is out"',
    "ada",
  );
  assert.match(await cli("compact --dry-run"), /superseded values? would be deleted, .* of text/);
  assert.match(await cli("compact --yes"), /superseded values? deleted/);
  assert.match(await cli("compact --yes"), /^No changes\.\n$/);
  assert.match(await cli("history acme-shop --limit 200"), /"2\.4 loses orders"\n {2}its changes are no longer stored/);
  assert.equal((await tried("undo acme-shop --to 2 --yes --reason x", "ada")).code, 1);
  assert.match(await cli("policy show --project acme-shop --platform ios"), /ios +2\.4\.0 +3\.0/);
});
