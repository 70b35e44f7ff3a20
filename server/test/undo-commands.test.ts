import assert from "node:assert/strict";
import { type CommandFixture, manifest, test } from "./command-fixture.ts";
import { signedIn } from "./signed-in.ts";

function undoing(out: string): string {
  return /^To undo it: drawbridge (.*)$/m.exec(out)?.[1] ?? "";
}

async function done({ run }: CommandFixture, line: string, input = ""): Promise<string> {
  const { code, out, err } = await run(line, { input });
  assert.equal(code, 0, `${line}: ${err}`);
  return out;
}

test("the command that a change of the configuration prints restores what was there before", async (fixture) => {
  const { run, apply } = fixture;
  const at = "--project acme --yes";
  const edited = manifest.replace('"2.4.0"', '"2.5.0"').replace("Acme US", "Acme America");
  for (const line of [
    `policy set --platform ios --block 2.5.4 ${at}`,
    `platform delete ios ${at}`,
    `instance delete us-1 ${at}`,
    `maintenance schedule --id move --start 2027-12-06T02:00 --zone Europe/Rome --for 2h ${at}`,
    "apply -f - --yes",
    "project delete --project acme --confirm acme",
  ]) {
    const exported = async () => (await done(fixture, "export --project acme")).replace(/^# .*\n/gm, "");
    const before = await exported();
    const back = undoing(await done(fixture, line, edited));
    assert.match(back, /^undo --project acme --revision \d+$/, line);
    const undone = await done(fixture, `${back} --yes`);
    assert.equal(await exported(), before, line);
    // Undoing and rolling back are changes too.
    if (!line.startsWith("project delete")) assert.match(undoing(undone), /^undo --project acme --revision \d+$/);
  }
  assert.match(undoing(await done(fixture, "undo --project acme --to 2 --yes")), /^undo --project acme --revision \d+$/);
  const made = undoing((await apply("apiVersion: drawbridge/v1\nproject: other\n")).out);
  assert.equal(made, "project delete --project other");
  await done(fixture, `${made} --confirm other`);
  assert.equal((await run("project show --project other")).code, 1);
});

test("a proposal prints how to undo it once it is published, and a dry run and JSON print no such line", async (fixture) => {
  const { run, server } = fixture;
  const ada = await signedIn(server, "ada", { acme: "owner" });
  const set = "policy set --project acme --platform ios --minimum 2.5.0";
  const dry = await run(`${set} --dry-run`);
  const { out } = await run(`${set} --propose --yes`);
  assert.doesNotMatch(dry.out + out, /\bundo/i);
  const { proposal } = JSON.parse((await run(`${set} --propose --yes --json`)).out);
  const { hash } = proposal;
  await server.of("POST", `acme/proposals/${proposal.id}/approve`, { cookie: ada.cookie, body: { hash } });
  const published = await done(fixture, `proposal publish ${proposal.id} --project acme --yes`);
  assert.match((await run(`${undoing(published)} --yes`)).out, /iOS minimum 2\.5\.0 → 2\.4\.0/);
  assert.doesNotMatch(await done(fixture, `${set} --yes --json`), /To undo/);
});

test("protection and roles print their own way back, keys how they are revoked, and what is final says so", async (fixture) => {
  const { run, server } = fixture;
  await signedIn(server, "root", "administrator");
  const { id } = JSON.parse(await done(fixture, "user add ada --json"));
  for (const [line, back] of [
    ["user grant ada --project acme --role editor", `user revoke ${id} --project acme`],
    ["user administrator ada", `user administrator ${id} --remove`],
    [
      "protection set --project acme --four-eyes on --reason-required on",
      "protection set --project acme --four-eyes off --reason-required off",
    ],
  ] as const) {
    assert.equal(undoing(await done(fixture, `${line} --yes`)), back);
    await done(fixture, `${back} --yes --reason back${back.startsWith("protection") ? " --override four_eyes" : ""}`);
  }
  assert.equal(await done(fixture, "protection show --project acme"), "four eyes        off\nreason required  off\n");
  await done(fixture, "user grant ada --project acme --role editor --yes");
  for (const line of ["user grant ada --project acme --role owner", "user revoke ada --project acme"]) {
    const back = undoing(await done(fixture, `${line} --yes`));
    assert.equal(back, `user grant ${id} --project acme --role editor`);
    await done(fixture, `${back} --yes`);
  }
  for (const line of [
    "key create --project acme --name app",
    "token create --project acme --role viewer --name ci",
    "token create --kind edge --name Rome",
  ]) {
    const back = undoing(await done(fixture, line));
    assert.match(back, new RegExp(`^${line.split(" ")[0]} revoke \\w+${line.includes("--project") ? " --project acme" : ""}$`));
    assert.match((await run(`${back} --yes`)).out, /was revoked\.\nThis cannot be undone\.\n$/);
    assert.doesNotMatch((await run(`${back} --yes`)).out, /undone/);
  }
});

test("undo alone offers the requester's last change that has an effect, and asks", async (fixture) => {
  const { run } = fixture;
  const token = JSON.parse(await done(fixture, "token create --name mine --project acme --role owner --json")).token;
  const own = (line: string, answers: readonly string[] = []) => run(`${line} --token ${token}`, { answers: [...answers] });
  const none = await own("undo --project acme --yes");
  assert.deepEqual(
    [none.code, none.out, none.err],
    [
      1,
      "",
      "drawbridge: None of your recent changes of acme can be undone. To choose a revision: drawbridge history --project acme\n",
    ],
  );
  assert.equal((await own("policy set --project acme --platform ios --minimum 2.5.0 --yes")).code, 0);
  assert.equal((await own('policy set --project acme --platform ios --block 2.6.1 --yes --reason "crashes"')).code, 0);
  // Changes of others and those that cannot be undone come after it.
  await run("instance set eu-1 --project acme --name Europe --yes");
  await own("key create --project acme --name app");
  await run("maintenance start --project acme --whole-project --for 1h");
  const declined = await own("undo --project acme", ["n"]);
  assert.deepEqual([declined.code, declined.asked], [1, ["Undo revision 4, with this change? [y/N] "]]);
  assert.match(
    declined.out,
    /^Your last change that can be undone:\n {2}rev 4 {2}.* blocked 2\.6\.1 on iOS — crashes\n\nacme: Unblocked /,
  );
  assert.equal((await own("undo --project acme --dry-run")).code, 0);
  const undone = await own("undo --project acme --yes");
  assert.match(undone.out, /^acme: Unblocked 2\.6\.1 on iOS$/m);
  // The next one takes back that undo. Once another person has done so too, it has no effect, and the one before is offered.
  const again = JSON.parse((await own("undo --project acme --yes --json")).out);
  assert.deepEqual([again.project, again.changed, again.differences[0].path], ["acme", true, "platforms.ios.blocked"]);
  await run("policy set --project acme --platform ios --no-blocked --yes");
  const first = await own("undo --project acme --dry-run --json");
  assert.equal(JSON.parse(first.out).undoes, 8, first.out);
  const restoring = await run("undo --project acme --to 1", { answers: ["n"] });
  assert.match(restoring.asked[0] ?? "", /^Restore revision 1, with these \d changes\? \[y\/N\] $/);
});
