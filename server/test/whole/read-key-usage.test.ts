import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
const question = "/api/v1/config?platform=ios&current_version=2.3.0";
let program: Program;
let own: { readonly id: string; readonly key: string };

const start = () => startProgram({ directory, example: true, now: () => clock.now });
before(async () => {
  program = await start();
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "iOS app" });
  own = { id: String(body.id), key: String(body.key) };
});
after(() => program.stop());

const ask = async (key: string, times: number) => {
  for (let i = 0; i < times; i++) await program.read(question, key);
};
const cli = async (...argv: string[]) => {
  const { code, out, err } = await program.cli(...argv);
  assert.equal(code, 0, err);
  return out;
};

test("the command line shows which keys are used, and by which versions", async () => {
  await ask(own.key, 3);
  const out = await cli("adoption", "--project", "acme-shop", "--keys");
  assert.match(out, new RegExp(`^KEY +NAME +REQUESTS +VERSIONS\n${own.id} +iOS app +3 +ios 2\\.3\\.0: 3$`, "m"));
  assert.doesNotMatch(out, /Refused/);
  assert.doesNotMatch(await cli("doctor"), /refused/);
  assert.match(await cli("key", "list", "--project", "acme-shop"), new RegExp(`^${own.id}.* 2026-11-21 12:00 UTC +3 +0$`, "m"));
  assert.deepEqual(JSON.parse(await cli("adoption", "--project", "acme-shop", "--keys", "--json")).keys[0].key, own.id);
});

test("after a restart all of it is there, and goes on", async () => {
  await program.stop();
  clock.now += 60 * 60 * 1000;
  program = await start();
  await ask(own.key, 2);
  const { body } = await program.admin("GET", "/admin/v1/projects/acme-shop/usage");
  const [use] = body.keys as { hours: number[]; versions: object[] }[];
  assert.deepEqual(use?.hours.slice(-2), [3, 2]);
  assert.deepEqual(use?.versions, [{ platform: "ios", version: "2.3.0", requests: 5 }]);
});

test("a revoked key that apps still send is listed with its number of requests, and so are unknown keys", async () => {
  assert.match(await cli("adoption", "--installation"), /Every request in the last 24 hours had the key of a project/);
  await program.admin("POST", `/admin/v1/projects/acme-shop/keys/${own.id}/revoke`);
  await ask(own.key, 4);
  await ask("unknown-read-key-0001", 2);
  assert.match(
    await cli("adoption", "--project", "acme-shop", "--keys"),
    /^Refused requests \(last 24 hours\):\n {2}4 requests of the key iOS app got 401: the key was revoked\.$/m,
  );
  assert.match(await cli("adoption", "--installation"), /^REASON +REQUESTS\nunknown key +2$/m);
});

test("one question with a version that cannot be read is named by adoption, usage and doctor, with the next step", async () => {
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "Web app" });
  const [id, key] = [String(body.id), String(body.key)];
  const send = async (version: string, platform = "ios") =>
    assert.equal((await program.read(`/api/v1/config?platform=${platform}&current_version=${version}`, key)).status, 400);
  await send("2.5.0(beta)");
  const queries = async (...options: string[]) =>
    (JSON.parse(await cli("adoption", "--project", "acme-shop", "--json", ...options)) as Adoption).refused.filter(
      (each) => each.key === id,
    );
  const first = { key: id, reason: "invalid_version", requests: 1, example: "2.5.0(beta)" };
  for (const options of [[], ["--keys"]])
    assert.deepEqual(
      (await queries(...options)).map(({ hours, ...rest }) => ({ ...rest, requests: hours.at(-1) })),
      [first],
    );
  const sentence = (count: string) =>
    `${count} of the key Web app sent no version that can be read, such as \`2.5.0(beta)\`. They get 400, so no update and no maintenance reaches these apps: send one such as 2.5.0, 2.5.0-beta.1 or 2.5.0+45.`;
  assert.match(
    await cli("doctor"),
    new RegExp(`^warn +refused +acme-shop, last 24 hours: ${literal(sentence("1 request"))}$`, "m"),
  );

  await send("%1b[2J%e2%80%ae10.0+beta+1");
  await send("latest", "Nokia%0aN9");
  await program.stop();
  program = await start();
  await send("latest");
  for (const options of [[], ["--keys"]]) {
    const out = await cli("adoption", "--project", "acme-shop", ...options);
    assert.ok(out.includes(`\nRefused requests (last 24 hours):\n`) && out.includes(`\n  ${sentence("3 requests")}\n`), out);
    assert.match(out, /1 request of the key Web app named a platform .*, such as `Nokia\\u\{a\}N9`\. They get 400/);
  }
  assert.match(await cli("doctor"), /`2\.5\.0\(beta\)`.* 1 more reason: .*adoption --project acme-shop( |$)/m);
});

test("nothing of what was sent is on the disk but the version", async () => {
  const traced = { "x-api-key": own.key, "user-agent": "traced-agent", "accept-language": "gsw-traced", cookie: "traced=1" };
  await (await fetch(program.urls.config + question, { headers: traced })).text();
  await program.stop();
  const bytes = ["drawbridge.db", "drawbridge.db-wal"].map((name) => {
    try {
      return readFileSync(join(directory, name), "latin1");
    } catch {
      return "";
    }
  });
  const all = bytes.join("");
  assert.ok(all.includes("2.3.0") && all.includes("let_in"));
  assert.ok(!all.includes("traced") && !all.includes("unknown-read-key") && !all.includes(own.key) && !all.includes("127.0.0.1"));
  program = await start();
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
