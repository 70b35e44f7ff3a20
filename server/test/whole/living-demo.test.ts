/** The demo over restarts, by an injected clock: brought to now until a user changes it, and only ever in its own project. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoApps } from "../../src/demo/demo-apps.ts";
import { madeUpTraffic } from "../../src/demo/made-up-traffic.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** A Saturday. Two weeks later, the clocks of New York have changed. */
const created = Date.parse("2027-02-27T09:20:00Z");
const shop = "/admin/v1/projects/acme-shop";
const replacing = { "if-match": "*" };
const directories = temporaryDirectories();

interface Counted {
  readonly requests: number;
  readonly series: readonly number[];
}
interface Occurrence {
  readonly window: string;
  readonly state: string;
  readonly start: string;
}

/** Runs the demo at an instant, and stops it. */
async function at<T>(directory: string, now: number, look: (program: Program) => Promise<T>): Promise<T> {
  const program = await startProgram({ directory, demo: "live", now: () => now });
  try {
    return await look(program);
  } finally {
    await program.stop();
  }
}

async function get<T>(program: Program, path: string): Promise<T> {
  const { status, body } = await program.admin("GET", path);
  assert.equal(status, 200, JSON.stringify(body));
  return body as T;
}

async function adoption(program: Program, platform: string, query = "") {
  const found = await get<{ made_up?: boolean; platforms: { total: Counted; versions: ({ version: string } & Counted)[] }[] }>(
    program,
    `${shop}/adoption?platform=${platform}${query}`,
  );
  const [{ total, versions } = assert.fail()] = found.platforms;
  return { isMadeUp: found.made_up ?? false, total, versions };
}

async function windows(program: Program): Promise<readonly Occurrence[]> {
  return (await get<{ occurrences: readonly Occurrence[] }>(program, `${shop}/maintenance`)).occurrences;
}

async function revision(program: Program): Promise<number> {
  return (await get<{ revision: number }>(program, shop)).revision;
}

async function isListedAsDemo(program: Program): Promise<boolean> {
  const { projects } = await get<{ projects: readonly { demo?: boolean }[] }>(program, "/admin/v1/projects");
  return projects.some(({ demo }) => demo);
}

/** Everything of the demo that a restart could change. */
async function snapshot(program: Program) {
  const counts = await Promise.all(["ios", "android", "huawei"].map((each) => adoption(program, each, "&days=90")));
  return { revision: await revision(program), windows: await windows(program), counts };
}

function madeUpTotal(platform: string, now: number): number {
  const app = demoApps(created, now).find((each) => each.platform === platform) ?? assert.fail();
  const start = Math.floor(created / day) * day - 60 * day;
  return Array.from(madeUpTraffic(app, 1, { start, end: now }), ({ requests }) => requests).reduce((sum, each) => sum + each, 0);
}

test("over a week, every start brings the demo to now, and a second one within the hour changes nothing", async () => {
  const directory = directories();
  const revisions: number[] = [];
  for (let days = 0; days <= 7; days++) {
    // At another time each day, also within the window of the night.
    const now = created + days * (day - 2 * hour);
    const first = await at(directory, now, async (program) => {
      const found = await snapshot(program);
      const active = found.windows.filter(({ state }) => state === "in_force").map(({ window }) => window);
      assert.ok(active.includes("warehouse-move"), `${active}`);
      const tonight = found.windows.find(({ window }) => window === "checkout-update") ?? assert.fail();
      assert.ok(Date.parse(tonight.start) - now <= day, `${tonight.start} on day ${days}`);
      const weekly = found.windows.filter(({ window }) => window === "search-index");
      assert.ok(weekly.length >= 3);
      for (const { start } of weekly) assert.equal(new Date(start).getUTCDay(), 0);
      for (const [index, least] of [15_000, 25_000, 1_500].entries()) {
        const { isMadeUp, total } = found.counts[index] ?? assert.fail();
        assert.ok(isMadeUp && (total.series.at(-2) ?? 0) > least, `${total.series.slice(-2)}`);
      }
      const { proposals } = await get<{ proposals: readonly { state: string }[] }>(program, `${shop}/proposals`);
      assert.deepEqual(
        proposals.map(({ state }) => state),
        ["open"],
      );
      return found;
    });
    assert.deepEqual(await at(directory, now + 20 * 60_000, snapshot), first);
    revisions.push(first.revision);
    const [ios] = first.counts;
    assert.equal(ios?.total.requests, madeUpTotal("ios", now), `day ${days}`);
  }
  const growth = (revisions.at(-1) ?? 0) - (revisions[0] ?? 0);
  assert.ok(growth <= 8, `${revisions}: a commit a day, and one for the week's window`);
  const share = await at(directory, created + 7 * (day - 2 * hour), async (program) => {
    const { versions } = await adoption(program, "ios");
    return versions.map(({ version }) => version);
  });
  assert.deepEqual(share.slice(0, 2), ["2.6.1", "2.6.0"]);
});

test("after months without a start, the demo has two months of requests again, and releases that came meanwhile", async () => {
  const directory = directories();
  await at(directory, created, snapshot);
  const now = created + 100 * day;
  const { total, newest } = await at(directory, now, async (program) => ({
    total: (await adoption(program, "android", "&days=161")).total,
    newest: (await adoption(program, "android")).versions[0]?.version,
  }));
  assert.equal(newest, "2.9.0");
  const days = total.series.filter((requests) => requests > 0).length;
  assert.equal(days, 61 + 61);
  assert.ok(!total.series.slice(-61).includes(0), "no gap before the present");
});

test("requests of the demo's keys count beside those that are made up, and commands say so", async () => {
  const directory = directories();
  await at(directory, created, async (program) => {
    const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
    const before = await adoption(program, "ios");
    for (let i = 0; i < 3; i++) await program.read("/api/v1/config?platform=ios&current_version=2.6.1", key);
    const after = await adoption(program, "ios");
    assert.deepEqual([after.total.requests - before.total.requests, after.isMadeUp], [3, true]);
    assert.match(
      (await program.cli("adoption", "acme-shop")).out,
      /\nMade-up traffic of the demo, plus the requests of its keys\.\n/,
    );
    const plan = ["policy", "set", "--project", "acme-shop", "--platform", "ios", "--minimum", "25.0", "--dry-run"];
    assert.match((await program.cli(...plan)).out, /Requests that the change affects \(made-up traffic of the demo\):/);
    const refused = await program.admin("PUT", `${shop}/policies/ios`, { minimum: "25.0" }, replacing);
    assert.deepEqual(refused.body.errors?.map(({ guard }) => guard).sort(), ["locks_out", "unseen_version"]);
  });
});

test("a demo that a user changed stays as it is, and is still the demo", async () => {
  const directory = directories();
  const before = await at(directory, created, async (program) => {
    const { status } = await program.admin("PUT", `${shop}/instances/test-1`, { name: "Try" }, replacing);
    assert.equal(status, 200);
    return { revision: await revision(program), android: (await adoption(program, "android", "&days=90")).total.requests };
  });
  await at(directory, created + 9 * day, async (program) => {
    assert.deepEqual(
      { revision: await revision(program), android: (await adoption(program, "android", "&days=90")).total.requests },
      before,
    );
    assert.equal((await adoption(program, "android")).total.requests, 0);
    assert.deepEqual(
      (await windows(program)).filter(({ state }) => state === "in_force"),
      [],
    );
    assert.equal(await isListedAsDemo(program), true);
  });
});

test("a removed demo does not come back, and a project of users with its id gets no made-up requests", async () => {
  const directory = directories();
  await at(directory, created, async (program) => {
    assert.equal(await isListedAsDemo(program), true);
    const removal = `${shop}?override=in_use,running_window&reason=x`;
    assert.equal((await program.admin("DELETE", removal, undefined, replacing)).status, 200);
  });
  await at(directory, created + hour, async (program) => {
    assert.equal((await program.admin("GET", shop)).status, 404);
    const form = { name: "A real shop", languages: ["en"] };
    assert.equal((await program.admin("PUT", shop, form, { "if-none-match": "*" })).status, 201);
  });
  await at(directory, created + 2 * hour, async (program) => {
    for (const platform of ["ios", "android"]) {
      const { isMadeUp, total } = await adoption(program, platform, "&days=400");
      assert.deepEqual([isMadeUp, total.requests], [false, 0]);
    }
    assert.deepEqual(await windows(program), []);
    assert.equal(await isListedAsDemo(program), false);
  });
});

test("a project of users that has the demo's id before the first demo start is left alone", async () => {
  const directory = directories();
  const program = await startProgram({ directory, now: () => created });
  assert.equal((await program.admin("PUT", shop, { name: "A real shop" }, { "if-none-match": "*" })).status, 201);
  await program.stop();
  await at(directory, created, async (later) => {
    assert.deepEqual([(await get<{ name: string }>(later, shop)).name, await windows(later)], ["A real shop", []]);
    assert.equal((await adoption(later, "ios", "&days=400")).total.requests, 0);
    assert.equal(await isListedAsDemo(later), false);
  });
});
