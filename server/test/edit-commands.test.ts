/** Edits on the command line without a manifest: every change of the admin API. */
import assert from "node:assert/strict";
import { test } from "./command-fixture.ts";

test("an instance is added, changed and deleted, and what is not named stays", async ({ run, server }) => {
  const set = "instance set eu-2 --project acme --yes";
  assert.equal((await run(`${set} --name "Acme South" --reminder 2h`)).code, 0);
  assert.equal((await run(`${set} --name-in "en=South" --name-in "de=Süd"`)).code, 0);
  const { name, reminder } = (await server.of("GET", "acme/instances/eu-2")).json<{ name: object; reminder: string }>();
  assert.deepEqual([name, reminder], [{ en: "South", de: "Süd" }, "PT2H"]);
  assert.match((await run(`${set} --no-reminder`)).out, /Reminder time of South 2 h → the project's/);
  assert.match((await run("instance list --project acme --query eu-2")).out, /eu-2 +en: South, de: Süd +-/);
  const nothing = await run(set);
  assert.deepEqual([nothing.code, /expected something to change/.test(nothing.err)], [2, true]);
  assert.equal((await run("instance delete eu-2 --project acme --yes")).code, 0);
  assert.equal((await run("instance delete eu-2 --project acme --yes")).code, 1);
});

test("a project is made, and says another thing of itself without losing the rest", async ({ run, server }) => {
  const made = await run(
    'project set --project shop --name "Shop" --language en --store-apple https://apps.apple.com/app/id1 --yes',
  );
  assert.deepEqual([made.code, made.err], [0, ""]);
  await run('project set --project shop --message-upgrade "en=Please update." --message-upgrade "de=Bitte." --ttl 1m --yes');
  await run('project set --project shop --message-upgrade "en=Update now." --no-store-apple --without-window null --yes');
  const { id: _id, revision: _revision, ...said } = (await server.of("GET", "shop")).json<Record<string, unknown>>();
  assert.deepEqual(
    [said.name, said.languages, said.ttl, said.no_window, said.stores ?? {}, said.messages],
    ["Shop", ["en"], "PT1M", null, {}, { upgrade: { en: "Update now." } }],
  );
  const link = "--store-apple=https://apps.apple.com/app/id1";
  for (const both of [`${link} --no-store-apple`, `--no-store-apple ${link}`]) {
    const { code, err } = await run(`project set --project shop ${both} --yes`);
    assert.deepEqual([code, /--store-apple and --no-store-apple cannot be combined/.test(err)], [2, true], both);
  }
});

test("a rule of a platform and its own messages are one change", async ({ run, server }) => {
  const revision = async () => (await server.of("GET", "acme")).json<{ revision: number }>().revision;
  const before = await revision();
  const set = "policy set --project acme --platform ios --yes";
  const done = await run(`${set} --minimum 2.4.1 --message-upgrade "en=Update iOS." --message-upgrade "de=iOS erneuern."`);
  assert.deepEqual([done.code, done.err, await revision()], [0, "", before + 1]);
  const messages = async () => (await server.of("GET", "acme/platforms/ios")).json<{ messages?: object }>().messages;
  await run(`${set} --message-upgrade "en=Update now."`);
  assert.deepEqual(await messages(), { upgrade: { en: "Update now." } });
  await run(`${set} --no-message-upgrade`);
  assert.equal(await messages(), undefined);
  await run('platform set ios --project acme --name "iPhone" --yes');
  assert.match((await run("policy show --project acme")).out, /^iPhone \(ios\) /m);
});

test("a policy and a window are deleted after a review", async ({ run }) => {
  const policy = await run("platform delete ios --project acme", { answers: ["y"] });
  assert.deepEqual([policy.code, policy.asked], [0, ["Delete the policy of ios in acme? [y/N] "]]);
  const again = await run("platform delete ios --project acme --yes");
  assert.deepEqual([again.code, again.err], [1, "drawbridge: ios has no policy in acme: every version may run.\n"]);
  assert.match(policy.out, /^ {2}iOS below 2\.4\.0: must update → may run$/m);
  await run("maintenance schedule --project acme --id move --start 2026-12-06T02:00 --zone Europe/Rome --for 2h --yes");
  const deleted = await run("maintenance delete move --project acme --yes");
  assert.equal(deleted.code, 0);
  assert.match(
    deleted.out,
    /^ {2}Acme Europe: Sun 6 Dec 01:00–03:00 \(UTC\) → none planned\n {2}Acme US: Sun 6 Dec 01:00–03:00 \(UTC\) → none planned$/m,
  );
});

test("a move is proposed where it takes a second person, and the other verbs take none", async ({ run }) => {
  await run("maintenance schedule --project acme --id move --start 2026-12-06T02:00 --zone Europe/Rome --for 2h --yes");
  await run("protection set --project acme --four-eyes on --yes");
  const move = "maintenance move move/2026-12-06T02:00 --project acme --start 2026-12-06T04:00";
  const refused = await run(move);
  assert.equal(refused.code, 3);
  assert.match(refused.err, /\n {2}drawbridge maintenance move .* --propose --reason "…"\n/);
  const proposed = await run(`${move} --propose`);
  assert.deepEqual([proposed.code, /The request p_\w+ of acme is waiting/.test(proposed.out)], [0, true], proposed.err);
  assert.equal((await run(`${move} --override four_eyes --reason "no time"`)).code, 0);
  assert.equal((await run("maintenance cancel move/2026-12-06T02:00 --project acme")).code, 0);
});

test("history filters by kind, actor and time, and also works for the installation", async ({ run, server }) => {
  server.now += 3 * 3_600_000;
  await run("policy set --project acme --platform ios --minimum 2.5.0 --yes");
  await run("key create --project acme --name app");
  const now = () => server.now;
  const revisions = async (line: string) =>
    JSON.parse((await run(`history ${line} --json`, { now })).out).commits.map(({ revision }: { revision: number }) => revision);
  assert.deepEqual(await revisions("--project acme --since 1h"), [3, 2]);
  assert.deepEqual(await revisions("--project acme --since 2"), [3]);
  assert.deepEqual(await revisions("--project acme --since 2026-11-21T13:00:00+01:00 --kind platform --id ios"), [2, 1]);
  assert.deepEqual(await revisions("--project acme --actor t_aaaaaaaaaa"), []);
  assert.deepEqual(await revisions("--installation"), []);
  assert.match((await run("history --project acme --since yesterday")).err, /expected a revision, an instant .* or how long ago/);
});

test("a member that a later server has is not lost by an edit on this command line", async ({ run }, t) => {
  const later = { contact: "ops@acme.example" };
  const sent = new Map<string, object>();
  const { fetch } = globalThis;
  t.mock.method(globalThis, "fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address);
    const { contact: _, ...known } = JSON.parse(String(init.body ?? "{}"));
    if (init.body && !url.search.includes("dry_run=true"))
      sent.set(`${init.method} ${url.pathname}`, JSON.parse(String(init.body)));
    const answer = await fetch(url, { ...init, ...(init.body ? { body: JSON.stringify(known) } : {}) });
    if (init.method !== "GET") return answer;
    return new Response(JSON.stringify({ ...(await answer.json()), ...later }), answer);
  });
  const project = "/admin/v1/projects/acme";
  for (const [line, request, expected] of [
    ['instance set eu-1 --name "Acme EU"', `PUT ${project}/instances/eu-1`, later],
    ["policy set --platform ios --minimum 2.5", `PATCH ${project}/platforms/ios`, { minimum: "2.5" }],
    ["project set --ttl 1m", `PATCH ${project}`, { ttl: "PT1M" }],
    ["protection set --reason-required on", `PUT ${project}/protection`, later],
  ] as const) {
    const { code, err } = await run(`${line} --project acme --yes`);
    assert.equal(code, 0, err);
    const body = sent.get(request);
    assert.deepEqual({ ...body, ...expected }, body, line);
    // Members that a merge patch omits stay.
    if (request.startsWith("PATCH")) assert.deepEqual(body, expected);
  }
});

test("a step is planned and removed, and releases are declared", async ({ run, server }) => {
  const type = (line: string) => run(`policy ${line} --project acme --platform ios --yes`);
  const done = async (line: string) => {
    const { code, err } = await type(line);
    assert.equal(code, 0, err);
    return (await server.of("GET", "acme/platforms/ios")).json<{ readonly releases?: unknown; readonly step?: unknown }>();
  };
  const step = { at: "2027-04-01T09:00", recommended: "2.7.0" };
  assert.deepEqual((await done(`step --at ${step.at} --recommended 2.7.0`)).step, step);
  const other = await type("step --at 2027-04-02T10:00 --zone Europe/Rome --minimum 2.6.0 --dry-run");
  assert.match(other.out, /dated change/);
  assert.equal((await done("step --remove")).step, undefined);
  const { out } = await type(`step --at ${step.at} --minimum 2.6.0 --dry-run`);
  assert.match(out, /^ {2}iOS 2\.4\.0 to below 2\.6\.0, from Thu 1 Apr 2027 09:00 \(UTC\): may run → must update$/m);
  const release = { version: "2.8.0", date: "2026-12-01" };
  assert.deepEqual((await done("release --version 2.8.0 --date 2026-12-01")).releases, [release]);
  assert.deepEqual((await done("release --version 2.8.0 --notes Faster")).releases, [{ ...release, notes: "Faster" }]);
  assert.deepEqual((await done("release --version 2.8.0 --requires-os 17")).releases, [
    { ...release, notes: "Faster", requires_os: "17" },
  ]);
  await done("set --minimum 2.8.0");
  const old = await run("simulate --project acme --gate --platform ios --version 2.3.0 --os 16.4");
  assert.match(old.out, /expose-headers: .*drawbridge-os[\s\S]*drawbridge-os: too_old\n/);
  assert.equal((await done("release --version 2.8.0 --remove")).releases, undefined);
});
