/** The commands as people run them, against the admin API on a loopback port with its store in memory. */
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { it } from "node:test";
import type { AdminServer } from "./admin-server.ts";
import { manifest, startCommandFixture, test } from "./command-fixture.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newPath = temporaryDirectories();

it("apply makes a project, and a second time there is nothing to change", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  const made = await apply();
  assert.deepEqual([made.code, made.err], [0, ""]);
  assert.match(made.out, /^New project acme \(iOS\)\. Some versions of iOS must update\.\n/);
  assert.match(made.out, /\nCreated acme \(iOS\)\..*\nTo undo it: drawbridge project delete --project acme\n$/);
  assert.deepEqual(await apply(), { code: 0, err: "", asked: [], out: "acme: no changes at revision 1\n" });
  assert.equal((await run("project list")).out, "PROJECT  NAME  REVISION\nacme     Acme         1\n");
});

test("plan shows what apply would do, and does nothing", async ({ run }) => {
  const planned = await run("plan -f -", {
    input: manifest.replace('"2.4.0"', '"2.5.0"').replace("  us-1: { name: Acme US }\n", ""),
  });
  assert.deepEqual(planned, {
    code: 0,
    err: "",
    asked: [],
    out: `acme: 2 changes
  iOS minimum 2.4.0 → 2.5.0
  Deleted instance Acme US
  iOS 2.4.0 to below 2.5.0: may run → must update
  iOS 2.4.0, message: none → “This version is no longer supported. Please update the app …”
  iOS: no requests in the last 7 days

To apply it: drawbridge apply -f -
`,
  });
  const full = await run("plan -f - --full", { input: manifest.replace('"2.4.0"', '"2.5.0"') });
  assert.match(full.out, /^ {2}~ platforms\.ios\.minimum {2}"2\.4\.0" → "2\.5\.0"$/m);
});

test("on a terminal apply prompts, and accepts only yes", async ({ run }) => {
  const input = manifest.replace('"2.4.0"', '"2.5.0"');
  for (const answer of ["", "n", "yes please", "Y N"]) {
    const refused = await run("apply -f -", { input, answers: [answer] });
    assert.deepEqual([refused.code, refused.asked, refused.err], [1, ["Apply this change? [y/N] "], "Nothing was changed.\n"]);
  }
  const agreed = await run("apply -f -", { input, answers: ["Yes"] });
  assert.equal(agreed.code, 0);
  assert.match(agreed.out, /acme is now at revision 2/);
});

test("changes that another person made during the prompt are shown, and it prompts again", async ({ run, server }) => {
  const meanwhile = async () => {
    const edited = await run("policy set --project acme --platform android --minimum 1.0 --store none --yes");
    assert.equal(edited.code, 0, edited.err);
    return "y";
  };
  const input = manifest.replace('"2.4.0"', '"2.5.0"');
  const said = await run("apply -f -", { input, answers: [meanwhile, "y"] });
  assert.deepEqual([said.code, said.asked.length], [3, 1]);
  assert.match(said.out, /\nacme was changed meanwhile:\n {2}rev 2 {2}.* {2}Setup token set the Android minimum to 1\.0/);
  assert.match(said.out, /New plan:\n\nacme: 3 changes\n/);
  assert.match(said.out, /! Overwrites a change made outside the manifest: Android minimum: 1\.0\n/);
  assert.match(said.err, /write it into the file: drawbridge pull -f FILE\. To discard it, pass --overwrite/);
  const overwritten = await run("apply -f - --overwrite", { input, answers: ["y"] });
  assert.deepEqual([overwritten.code, overwritten.asked], [0, ["Apply these 3 changes? [y/N] "]]);
  assert.equal((await server.of("GET", "acme/platforms/android")).status, 404);
});

it("with --yes apply plans again when it was too late, and gives up after five times", async (t) => {
  let rivals = 0;
  let puts = 0;
  const rival = async ({ of }: AdminServer) => {
    puts++;
    if (rivals-- > 0) assert.equal((await of("POST", "acme/keys", { body: { name: "rival" } })).status, 201);
  };
  const { apply, run } = await startCommandFixture(t, rival);
  await apply();
  const input = manifest.replace('"2.4.0"', '"2.5.0"');
  [rivals, puts] = [4, 0];
  const fifth = await run("apply -f - --yes", { input });
  assert.deepEqual([fifth.code, puts], [0, 5]);
  assert.match(
    fifth.out,
    /New plan:[\s\S]*acme: iOS minimum 2\.4\.0 → 2\.5\.0\n[\s\S]*\nacme is now at revision 6\.\nTo undo it: drawbridge undo --project acme --revision 6\n$/,
  );
  [rivals, puts] = [9, 0];
  const never = await run("apply -f - --yes", { input: manifest });
  assert.deepEqual([never.code, puts], [3, 5]);
  assert.match(never.err, /^drawbridge: The resource has changed since it was read\./);
});

it("an active window is deleted only if its end is requested", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  await apply(`${manifest}windows:\n  move: { start: 2026-11-21T11:00, duration: PT2H }\n`);
  const refused = await apply();
  assert.equal(refused.code, 3);
  assert.match(refused.err, /end active maintenance with --end-active/);
  assert.equal((await run("apply -f - --yes --end-active", { input: manifest })).code, 0);
});

test("policy set changes what is named and nothing else", async ({ run }) => {
  const set = "policy set --project acme --platform ios --yes";
  const changed = await run(`${set} --recommended 2.6.0 --blocked 2.5.1 --blocked ">=2.5.3 <2.5.5"`);
  assert.deepEqual(
    [changed.code, changed.out],
    [
      0,
      `acme: 2 changes
  Recommended iOS version: 2.6.0
  Blocked 2.5.1 and 2.5.3 to below 2.5.5 on iOS
  iOS 2.4.0 to below 2.5.3 except 2.5.1: may run → may run, update recommended
  iOS 2.5.5 to below 2.6.0: may run → may run, update recommended
  iOS 2.5.1: may run → must update
  iOS 2.5.3 to below 2.5.5: may run → must update
  iOS 2.4.0, message: none → “A new version is available. Update the app to get it.”
  iOS: no requests in the last 7 days
acme is now at revision 2.
To undo it: drawbridge undo --project acme --revision 2
`,
    ],
  );
  assert.match((await run(`${set} --no-minimum --no-blocked --dry-run`)).out, /2 changes/);
  assert.equal(
    (await run("policy show --project acme")).out,
    `PLATFORM  MINIMUM  RECOMMENDED  BLOCKED                EXEMPT
ios       2.4.0    2.6.0        2.5.1, >=2.5.3 <2.5.5  -

iOS: below 2.4.0 since 12:00, by Setup token (revision 1)
iOS: 2.5.1 blocked since 12:00, by Setup token (revision 2)
iOS: >=2.5.3 <2.5.5 blocked since 12:00, by Setup token (revision 2)
`,
  );
  const blocked = await run(`${set} --block 2.5.2 --unblock 2.5.1`);
  assert.match(blocked.out, /\n {2}Blocked 2\.5\.2 on iOS\n {2}Unblocked 2\.5\.1 on iOS\n/);
  assert.equal((await run(`${set} --blocked 2.5.1 --block 2.5.2`)).code, 2);
  assert.equal((await run(`${set} --no-blocked --no-recommended`)).code, 0);
  assert.deepEqual(JSON.parse((await run("policy show --project acme --platform ios --json")).out).platforms[0].minimum, "2.4.0");
});

test("android has a policy once one is set, and another platform only once it was added", async ({ run }) => {
  const first = await run("policy set --project acme --platform android --minimum 3 --store none --yes");
  assert.equal(first.code, 0, first.err);
  const link = "--store-link https://appgallery.huawei.com/app/C100000";
  const added = await run(`platform add huawei --project acme --store android ${link}`, { answers: ["y"] });
  assert.deepEqual([added.code, added.asked], [0, ["Add the platform huawei to acme? [y/N] "]], added.err);
  assert.match(added.out, /Added platform Huawei[\s\S]*Play Store link of Huawei: https:/);
  const again = await run(`platform add huawei --project acme --store none --yes`);
  assert.match(again.err, /already has the platform huawei\. To edit it: drawbridge policy set --pro/);
});

test("a command for a platform that the project lacks names those that it has", async ({ run }) => {
  await run("platform add huawei --project acme --store none --yes");
  const text =
    "Project acme has no platform androd; it has android, huawei and ios. Did you mean android? " +
    "To add one: drawbridge platform add androd --project acme --store STORE";
  for (const words of [
    "policy set --platform androd --block 2.5.4 --store android --yes",
    "policy step --platform androd --at 2027-03-01T09:00 --minimum 2.6.0 --dry-run",
    "policy release --platform androd --version 2.6.0 --yes",
    "policy show --platform androd",
    "platform delete androd --yes",
  ]) {
    const expected = { code: 1, out: "", asked: [], err: `drawbridge: ${text}\n` };
    assert.deepEqual(await run(`${words} --project acme`), expected, words);
  }
  const failure = JSON.parse((await run("policy show --project acme --platform androd --json")).err);
  assert.deepEqual([failure.code, failure.detail], ["not_found", text]);
  assert.doesNotMatch((await run("policy show --project acme --platform television")).err, /Did you mean/);
});

test("key create --json prints the id and the key and nothing else; no list prints it again", async ({ run }) => {
  const made = await run(
    'key create --project acme --name "iOS app" --platform ios --endpoint config --expires 2027-01-01T00:00:00+01:00 --json',
  );
  const { id, key, ...rest } = JSON.parse(made.out);
  assert.deepEqual([made.code, rest], [0, {}]);
  assert.match(key, /^dbr_[0-9A-Za-z]{36}$/);
  const listed = (await run("key list --project acme")).out;
  assert.match(listed, new RegExp(`${id} +iOS app +…${key.slice(-4)} +active +config; ios +2026-11-21 +2026-12-31 23:00 UTC`));
  assert.ok(!listed.includes(key));
});

test("a key is imported from standard input, rotated and revoked", async ({ run }) => {
  const text = "0123456789abcdef";
  const imported = await run("key import --project acme --name old --value - --json", { input: `${text}\n` });
  const { id } = JSON.parse(imported.out);
  assert.deepEqual([imported.code, imported.out.includes(text)], [0, false]);
  assert.match((await run(`key import --project acme --name old --value ${text}`)).err, /already has a key with this value/);
  assert.equal((await run("key import --project acme --name old --value -", { input: "short\n" })).code, 2);
  const rotated = await run(`key rotate ${id} --project acme --overlap P90D --json`);
  assert.deepEqual(JSON.parse(rotated.out).replaces, { id, expires_at: "2027-02-19T12:00:00.000+00:00" });
  const declined = await run(`key revoke ${id} --project acme`, { answers: ["n"] });
  assert.equal(declined.code, 1);
  assert.match(declined.asked[0] ?? "", new RegExp(`^Revoke ${id}, "old" \\(…cdef\\), permanently\\?`));
  assert.equal((await run(`key revoke ${id} --project acme --yes`)).out, `The key ${id} was revoked.\nThis cannot be undone.\n`);
  assert.match((await run(`key revoke ${id} --project acme --yes`)).out, /was already revoked, at 2026-11-21/);
});

test("keys and tokens are renamed and get another end", async ({ run }) => {
  for (const [kind, place, more] of [
    ["key", " --project acme", ""],
    ["token", " --project acme", " --kind calendar"],
    ["token", "", ""],
  ] as const) {
    const { id } = JSON.parse((await run(`${kind} create --name first${place}${more} --json`)).out);
    const set = (options: string) => run(`${kind} set ${id}${place} ${options}`);
    const ended = await set("--name second --expires 2026-11-22T00:00:00Z --json");
    const expires_at = "2026-11-22T00:00:00.000+00:00";
    assert.deepEqual(JSON.parse(ended.out), { id, name: "second", state: "active", expires_at, changed: true }, kind);
    assert.match((await set("--no-expiry")).out, /, "second", does not expire\.\n$/);
    assert.match((await set("--no-expiry")).out, /, "second", does not expire\. No changes\.\n$/);
    const both = await set("--no-expiry --expires 2026-11-22T00:00:00Z");
    assert.deepEqual([both.code, /--expires and --no-expiry cannot be combined/.test(both.err)], [2, true], both.err);
    assert.match((await set("")).err, /expected something to change: --name, --expires or --no-expiry/);
  }
});

test("an imported key is moved and released, and a text in use says which commands make it free", async ({ run, apply }) => {
  await apply(manifest.replace("project: acme", "project: beta"));
  const text = "0123456789abcdef";
  const { id } = JSON.parse((await run(`key import --project beta --name old --value ${text} --json`)).out);
  const taken = await run(`key import --project acme --name ours --value ${text}`);
  assert.match(taken.err, new RegExp(`the key ${id} of the project beta, which is active`));
  assert.match(taken.err, new RegExp(`key set ${id} --project beta --release, or move it with --to PROJECT`));
  const json = JSON.parse((await run(`key import --project acme --name ours --value ${text} --json`)).err);
  assert.deepEqual(json.in_use, { project: "beta", key: id, state: "active" });

  const move = `key set ${id} --project beta --to acme`;
  assert.match((await run(`${move} --yes`)).err, /--reason is missing/);
  const declined = await run(`${move} --reason wrong`, { answers: ["n"] });
  assert.deepEqual([declined.code, declined.err], [1, "Nothing was changed.\n"]);
  assert.match(declined.asked[0] ?? "", new RegExp(`^Move ${id}, "old" \\(…cdef, active\\), of beta to acme\\?`));
  const moved = await run(`${move} --reason "imported into the wrong project" --yes`);
  const [, to] = /is now (k_\w+) of acme/.exec(moved.out) ?? assert.fail(moved.out + moved.err);
  assert.match((await run("key list --project beta")).out, /has no read keys/);
  assert.match((await run("history --project acme")).out, /imported into the wrong project/);

  await run(`key revoke ${to} --project acme --yes`);
  assert.equal((await run("project delete --project acme --confirm acme")).code, 0);
  assert.match((await run(`key import --project beta --name again --value ${text}`)).err, /acme, which was deleted/);
  const asked = await run(`key set ${to} --project acme --release --reason gone`, { answers: ["y"] });
  assert.match(asked.asked[0] ?? "", new RegExp(`^Release ${to} of acme\\? Apps that send it will get 401`));
  assert.equal(asked.out, `Released the key ${to} of acme. Any project can import it now.\n`);
  assert.equal((await run(`key import --project beta --name again --value ${text}`)).code, 0);
});

it("simulate --json prints status, headers, body and reason; --version is the app's", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  await apply(`${manifest}windows:\n  december: { start: 2026-12-06T02:00, zone: Europe/Rome, duration: PT2H }\n`);
  const forced = JSON.parse((await run("simulate --project acme --platform ios --version 2.3 --lang de --json")).out);
  assert.deepEqual(Object.keys(forced), ["status", "headers", "body", "reason", "forced_by"]);
  assert.deepEqual(
    [forced.status, forced.reason, forced.body.force_upgrade, forced.headers["content-language"]],
    [200, "below_minimum", true, "de"],
  );
  assert.deepEqual(JSON.parse((await run("simulate --project acme --platform ios --version V2.3 --lang de --json")).out), forced);
  const refused = await run("policy set --project acme --platform ios --minimum V2.5(45) --block 2.5.x --yes");
  assert.match(refused.err, /minimum: .*write "2\.5\+45"[\s\S]*blocked.*: .*write "2\.5\.\*"/);
  const during = JSON.parse((await run("simulate --project acme --instance eu-1 --at 2026-12-06T02:30:00+01:00 --json")).out);
  assert.deepEqual([during.reason, during.body.is_maintenance], ["active", true]);
  assert.match((await run("simulate --project acme --instance eu-1")).out, /^200 scheduled\n {2}content-type: /);
  const local = await run("simulate --project acme --instance eu-1 --at 2026-11-29T02:30");
  assert.match(
    local.err,
    /--at: the offset is missing: write 2026-11-29T02:30Z for UTC, or another offset such as 2026-11-29T02:30\+/,
  );
});

test("history lists the changes of each revision, and how to get the next page", async ({ run }) => {
  await run('policy set --project acme --platform ios --minimum 2.5.0 --yes --reason "2.4 loses orders"');
  const { out } = await run("history --project acme --limit 1");
  assert.match(
    out,
    /^rev 2 {2}.* {2}Setup token raised the iOS minimum 2\.4\.0 → 2\.5\.0 — 2\.4 loses orders\nOlder: drawbridge history --project acme --limit 1 --before 2\n$/,
  );
  const full = (await run("history --project acme --limit 1 --full")).out;
  assert.match(full, /\n {2}~ platforms\.ios\.minimum {2}"2\.4\.0" → "2\.5\.0"\n/);
  assert.match((await run("history --project acme --before 2")).out, /^rev 1 .* created the project Acme\n/);
  assert.deepEqual(
    JSON.parse((await run("history --project acme --json")).out).commits.map(({ revision }: { revision: number }) => revision),
    [2, 1],
  );
  // A project has one protection, without an id.
  await run('protection set --project acme --reason-required on --yes --reason "an audit"');
  const protection = (await run("history --project acme --limit 1")).out;
  assert.match(protection, / turned on required reasons — an audit\n/);
});

test("a project is deleted once its name is typed, and shown until then", async ({ run }) => {
  assert.match((await run("project show --project acme")).out, /^acme\n {2}name +Acme\n[\s\S]*\nPLATFORM[\s\S]*\nINSTANCE/);
  const question = "Type acme to confirm: ";
  for (const [line, answer] of [
    ["project delete --project acme", "y"],
    ["project delete --project acme --yes", "Acme"],
  ] as const) {
    const kept = await run(line, { answers: [answer] });
    assert.deepEqual([kept.code, kept.asked, kept.err], [1, [question], "Nothing was changed.\n"]);
  }
  for (const line of ["project delete --project acme --yes", "project delete --project acme --yes --json"]) {
    const unnamed = await run(line);
    assert.deepEqual([unnamed.code, /--confirm acme is required with/.test(unnamed.err)], [2, true], unnamed.err);
  }
  const misnamed = await run("project delete --project acme --yes --confirm acne");
  assert.deepEqual([misnamed.code, misnamed.err.includes("--confirm")], [2, true], misnamed.err);
  const gone = await run("project delete --project acme", { answers: [" acme "] });
  assert.deepEqual([gone.code, gone.asked], [0, [question]]);
  const shown = await run("project show --project acme");
  assert.deepEqual(
    [shown.code, shown.err],
    [1, "drawbridge: Project acme not found, or you have no role in it. To list all: drawbridge project list\n"],
  );
  assert.match((await run("project list")).out, /No projects yet/);
  assert.equal((await run("undo --project acme --to 1 --yes")).code, 0);
});

test("tokens are made, listed and revoked by the server, and a made one opens it", async ({ run, url }) => {
  const { id, token, ...rest } = JSON.parse((await run("token create --name deploy --json")).out);
  assert.deepEqual(rest, {});
  assert.equal((await run(`project list --token ${token}`)).code, 0);
  assert.match((await run("token list")).out, new RegExp(`${id} +access +deploy +administrator +…${token.slice(-4)} +active +-`));
  assert.match(
    (await run("token list --kind calendar")).out,
    /belong to a project\. .*token list --kind calendar --project PROJECT\n$/,
  );
  assert.match(
    (await run("token list --kind edge --project acme")).out,
    /belong to the installation\. .*token list --kind edge\n$/,
  );
  assert.equal((await run(`token revoke ${id} --yes`)).code, 0);
  const refused = await run(`project list --token ${token}`);
  assert.equal(refused.code, 4);
  assert.ok(
    refused.err.endsWith(
      `The token (from --token) is not valid at ${url}: it was revoked, has expired, or belongs to another server.\n`,
    ),
  );
  assert.ok(!refused.err.includes(token));
});

it("doctor finds a server and a token that are good, and says what to do when they are not", async (t) => {
  const { run } = await startCommandFixture(t);
  const good = await run("doctor");
  assert.equal(good.code, 0, good.out);
  assert.match(
    good.out,
    /\nok {4}server +http:.*version 0\.1\.0, sqlite at revision 0\nok {4}source +follows store at revision 0, checked \d s ago\nok {4}token +from DRAWBRIDGE_TOKEN\nok {4}sign-in +with a password/,
  );
  const stranger = await run("doctor --token wrong-token-wrong-token --json");
  assert.deepEqual([stranger.code, JSON.parse(stranger.out).checks.at(-1).result], [1, "fail"]);
  const directory = newPath();
  writeFileSync(directory, "");
  chmodSync(directory, 0o600);
  const misled = await run("doctor --url http://127.0.0.1:4", { env: { DRAWBRIDGE_DATA: directory } });
  assert.equal(misled.code, 1);
  assert.match(
    misled.out,
    /fail {2}data directory .* is a file[\s\S]*fail {2}server +no server answers at http:\/\/127\.0\.0\.1:4: start one/,
  );
  const unset = await run("doctor", { env: { DRAWBRIDGE_LISTN: "1" } });
  assert.match(unset.out, /fail {2}settings +DRAWBRIDGE_LISTN is not a setting/);
});

it("only a terminal that understands colours gets them", async (t) => {
  const { run } = await startCommandFixture(t);
  assert.ok((await run("plan -f -", { input: manifest, color: true })).out.includes("\u001b["));
  assert.ok(!(await run("plan -f -", { input: manifest })).out.includes("\u001b["));
});

it("a command without --project takes that of the environment, and to read the only one there is", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  assert.match((await run("policy show")).err, /--project is missing, and DRAWBRIDGE_PROJECT is not set: you have no project\n/);
  await apply();
  const env = { DRAWBRIDGE_PROJECT: "acme" };
  for (const line of ["project show", "project show -p acme", "history", "export", "adoption --keys", "simulate --instance eu-1"])
    assert.equal((await run(line)).code, 0, line);
  const change = "policy set --platform ios --minimum 2.5.0 --yes";
  const unnamed = await run(change);
  assert.deepEqual([unnamed.code, /--project is missing: expected a project's id/.test(unnamed.err)], [2, true]);
  assert.equal((await run(change, { env })).code, 0);
  await run("project set -p other --name Other --yes");
  assert.match((await run("history acme")).err, /unexpected: "acme"\. Did you mean --project acme\?/);
  assert.match((await run("policy show")).err, /--project is missing, .*: the server has acme and other\n/);
  assert.match((await run("project show", { env: { DRAWBRIDGE_PROJECT: "other" } })).out, /^other\n/);
  assert.match((await run("project show -p acme", { env: { DRAWBRIDGE_PROJECT: "other" } })).out, /^acme\n/);
  assert.equal((await run("project show", { env: { DRAWBRIDGE_PROJECT: "No" } })).code, 2);
});

test("an answer is a table, JSON, YAML or names, and an error is JSON where that is asked for", async ({ run }) => {
  assert.equal((await run("instance list -o name")).out, "eu-1\nus-1\n");
  assert.match((await run("project list --output=yaml")).out, /^---\nprojects:\n {2}- id: acme\n {4}name: Acme\n/);
  assert.equal((await run("project list -o json")).out, (await run("project list --json")).out);
  assert.equal(JSON.parse((await run("export --project acme --json")).out).project, "acme");
  assert.equal(JSON.parse((await run("project show -o json -p nosuch")).err).code, "not_found");
  assert.match((await run("policy set -p acme --platform ios --minimum 3.0.0 -o yaml")).err, /--yes is required/);
});
