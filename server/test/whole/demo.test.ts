/** The demo of `serve --demo`: restored once, moved to any day, and from then on a project like any other. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoState } from "../../../examples/demo/make.ts";
import { firstAccountFile } from "../../src/accounts/account-link.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const hour = 3_600_000;
const day = 24 * hour;
const shop = "/admin/v1/projects/acme-shop";
const directories = temporaryDirectories();

async function at<T>(directory: string, now: number, look: (program: Program) => Promise<T>, demo = true): Promise<T> {
  await using program = await startProgram({ directory, demo, now: () => now });
  return await look(program);
}

async function get<T>(program: Program, path: string): Promise<T> {
  const { status, body } = await program.admin("GET", path);
  assert.equal(status, 200, JSON.stringify(body));
  return body as T;
}

const demoKey = (directory: string) => readFileSync(join(directory, "demo-key"), "utf8").trim();

test("the stored state is what its maker makes of the example", async () => {
  const file = new URL("../../../examples/demo/state.json", import.meta.url);
  assert.equal(readFileSync(file, "utf8"), await demoState(), "run npm run demo-state");
});

test("at its first start, on the eve of a change of clocks, the shop is open, and its key's requests are those of its versions", async () => {
  const directory = directories();
  const now = Date.parse("2027-03-27T23:59Z");
  await at(directory, now, async (program) => {
    const [listed] = (await get<{ keys: { last_used_at: string; requests_24h: number }[] }>(program, `${shop}/keys`)).keys;
    const adoption = await get<{ platforms: { total: { requests: number } }[] }>(program, `${shop}/adoption?hours=24`);
    const total = adoption.platforms.reduce((sum, { total: { requests } }) => sum + requests, 0);
    assert.equal(Date.parse(listed?.last_used_at ?? ""), now);
    assert.deepEqual([listed?.requests_24h, total > 50_000], [total, true]);
    const { keys } = await get<{ keys: { requests: number }[] }>(program, `${shop}/usage`);
    assert.equal(keys[0]?.requests, total);
    const { platforms } = await get<{ platforms: { total: { series: number[] } }[] }>(program, `${shop}/adoption?days=61`);
    for (const { total } of platforms.slice(0, 2)) assert.equal(total.series.filter((count) => count > 0).length, 60);
    const key = demoKey(directory);
    const { body: config } = await program.read("/api/v1/config?platform=ios&current_version=2.3.0", key);
    assert.deepEqual([config.force_upgrade, config.maintenance_active], [true, false]);
    const { body } = await program.read("/api/v1/maintenance?instanceId=eu-1", key);
    const ahead = Date.parse(String(body.start_time)) - now;
    assert.ok(body.is_maintenance === false && ahead > 0 && ahead < 26 * hour, JSON.stringify(body));
  });
});

test("the first administrator approves and publishes its proposal, after the commands of the README", async () => {
  const directory = directories();
  await at(directory, Date.now(), async (program) => {
    const changed = ["policy", "set", "--project", "acme-shop", "--platform", "ios", "--block", "2.5.5", "--yes"];
    const { code, out, err } = await program.cli(...changed, "--recommended", "2.6.1", "--reason", "crashes at login");
    assert.equal(code, 0, out + err);
    const url = readFileSync(firstAccountFile(directory), "utf8").trim();
    const post = async (path: string, body: object, cookie = "") => {
      const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie };
      const response = await fetch(`${program.urls.admin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      assert.equal(response.status, 200, `${path} ${await response.clone().text()}`);
      return response;
    };
    const ada = { login: "ada", name: "Ada", password: "a ferry, a bridge and a tunnel", link: new URL(url).hash.slice(6) };
    const cookie = (await post("/admin/v1/account-links/redeem", ada)).headers.get("set-cookie")?.split(";")[0] ?? "";
    const [proposal] = (await get<{ proposals: { id: string; hash: string; state: string }[] }>(program, `${shop}/proposals`))
      .proposals;
    assert.equal(proposal?.state, "open");
    for (const verb of ["approve", "publish"])
      await post(`${shop}/proposals/${proposal?.id}/${verb}`, { hash: proposal?.hash }, cookie);
    const { body } = await program.read("/api/v1/config?platform=android&current_version=2.4.0", demoKey(directory));
    assert.equal(body.force_upgrade, true);
  });
});

test("later starts change nothing, a removed demo stays away, and projects of users are left alone", async () => {
  const directory = directories();
  const first = Date.parse("2027-02-27T09:20:00Z");
  const revision = async (program: Program) => (await get<{ revision: number }>(program, shop)).revision;
  const before = await at(directory, first, revision);
  await at(directory, first + 9 * day, async (program) => {
    assert.equal(await revision(program), before);
    const { platforms } = await get<{ platforms: { total: { requests: number } }[] }>(program, `${shop}/adoption?hours=24`);
    assert.deepEqual(
      platforms.map(({ total }) => total.requests),
      platforms.map(() => 0),
    );
    const removal = `${shop}?override=in_use,active_window&reason=x`;
    assert.equal((await program.admin("DELETE", removal, undefined, { "if-match": "*" })).status, 200);
  });
  await at(directory, first + 10 * day, async (program) => assert.equal((await program.admin("GET", shop)).status, 404));

  const own = directories();
  const form = { name: "A real shop", languages: ["en"] };
  const put = (program: Program) => program.admin("PUT", "/admin/v1/projects/own", form, { "if-none-match": "*" });
  await at(own, first, async (program) => assert.equal((await put(program)).status, 201), false);
  await at(own, first, async (program) => assert.equal((await program.admin("GET", shop)).status, 404));
});
