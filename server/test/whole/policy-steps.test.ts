/** Dated steps of policies over real sockets: server, edge, restarts and simulations agree at every boundary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { EdgeProgram } from "../running-edge.ts";
import { createProject, type Program, type ProgramOptions, type ReadBody, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const base = "/admin/v1/projects/acme";
const minute = 60_000;
const hour = 60 * minute;
const app = "platform=ios&current_version=2.5.0";

interface World {
  readonly clock: { now: number };
  readonly options: ProgramOptions;
  program: Program;
  readonly key: string;
  readonly frozen: (at: number) => Promise<string>;
  readonly edge: (origin?: string) => Promise<EdgeProgram>;
}

/** A project whose step is at that time. @param lead milliseconds before the step */
async function prepared(
  step: Readonly<Record<string, unknown>>,
  lead = 30 * minute,
  more: Partial<ProgramOptions> = {},
): Promise<World> {
  const clock = { now: wallToInstant(String(step.at), String(step.zone)) - lead };
  const options = { directory: directories(), now: () => clock.now, ...more };
  const program = await startProgram(options);
  const key = await createProject(program, {
    ttl: "PT2M",
    stores: { apple: "https://apps.example/a" },
    messages: { upgrade: { en: "Please update to {update_to}." } },
    platforms: { ios: { minimum: "2.4.0", releases: [{ version: "2.7.0" }], step } },
  });
  const edgeToken = await program.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edge" });
  const directory = directories();
  const world: World = {
    clock,
    options,
    program,
    key,
    async frozen(at) {
      const rehearsal = { at: new Date(at).toISOString() };
      const expires_at = new Date(clock.now + 24 * hour).toISOString();
      const { body } = await program.admin("POST", `${base}/keys`, { name: "app", rehearsal, expires_at });
      return String(body.key);
    },
    edge: (origin = world.program.urls.admin) =>
      EdgeProgram.start({ directory, origin, token: String(edgeToken.body.token), now: () => clock.now }),
  };
  return world;
}

async function readBoth({ program, key }: Pick<World, "program" | "key">) {
  const [config, gate] = [await program.read(`/api/v1/config?${app}`, key), await program.read(`/api/v1/gate?${app}`, key)];
  return [config, gate].map(({ body, headers }) => ({ body, age: headers.get("cache-control") }));
}

async function readEdge(edge: EdgeProgram, key: string) {
  const ask = async (path: string) => {
    const response = await fetch(`${edge.url}/api/v1/${path}?${app}`, { headers: { "x-api-key": key } });
    return { body: (await response.json()) as ReadBody, age: response.headers.get("cache-control") };
  };
  return [await ask("config"), await ask("gate")];
}

async function revisionOf({ program }: World): Promise<number> {
  return Number((await program.admin("GET", "/admin/v1/status")).body.revision);
}

test("a server, its edge, frozen keys, simulations and restarts agree around a step in an hour that occurs twice", async () => {
  const at = "2026-10-25T02:30";
  const instant = wallToInstant(at, "Europe/Rome");
  const world = await prepared({ at, zone: "Europe/Rome", minimum: "2.6.0" });
  let edge = await world.edge();
  try {
    await edge.at(await revisionOf(world));
    const seen: unknown[] = [];
    for (const now of [instant - 30 * minute, instant - 90_000, instant - 1, instant, instant + minute]) {
      world.clock.now = now;
      const [config, gate] = await readBoth(world);
      assert.ok(config && gate);
      assert.deepEqual(await readEdge(edge, world.key), [config, gate], `edge at ${now - instant} ms`);
      const left = Math.min(120, Math.floor((now < instant ? instant - now : 2 * hour) / 1000));
      assert.equal(config.age, `private, max-age=${left}`);
      const simulate = async (endpoint: string) => {
        const query = `platform=ios&version=2.5.0&endpoint=${endpoint}&at=${encodeURIComponent(new Date(now).toISOString())}`;
        return (await world.program.admin("GET", `${base}/simulate?${query}`)).body.body;
      };
      assert.deepEqual([await simulate("config"), await simulate("gate")], [config.body, gate.body]);
      const rehearsed = await world.program.read(`/api/v1/config?${app}`, await world.frozen(now));
      assert.deepEqual(rehearsed.body, config.body);
      const { force_upgrade, message } = config.body;
      seen.push([force_upgrade, message, gate.body.update, gate.body.update_to, gate.body.next_change_at]);
    }
    const next = new Date(instant).toISOString().replace("Z", "+00:00");
    const before = [false, "", "none", "2.7.0", next];
    const after = [true, "Please update to 2.6.0.", "forced", "2.6.0", null];
    assert.deepEqual(seen, [before, before, before, after, after]);
    // Both sides of the boundary, from stores and copies alone.
    const shown = [await readBoth(world), await readEdge(edge, world.key)];
    await edge.stop();
    await world.program.stop();
    edge = await world.edge("http://127.0.0.1:1");
    assert.deepEqual(await readEdge(edge, world.key), shown[1]);
    world.clock.now = instant - 1;
    world.program = await startProgram(world.options);
    const [config] = await readBoth(world);
    assert.deepEqual([config?.body.force_upgrade, config?.age], [false, "private, max-age=0"]);
    assert.deepEqual(await readEdge(edge, world.key), await readBoth(world));
  } finally {
    await edge.stop();
    await world.program.stop();
  }
});

test("the commands plan and remove a step, and declare releases", async () => {
  const world = await prepared({ at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" });
  const { program } = world;
  try {
    const policy = async () => {
      const { minimum, releases, step } = (await program.admin("GET", `${base}/platforms/ios`)).body;
      return { minimum, releases, step };
    };
    const type = async (...words: string[]) => {
      const [noun = "", verb = "", ...options] = words;
      return program.cli(noun, verb, "--project", "acme", "--platform", "ios", ...options);
    };
    const run = async (...words: string[]) => {
      const { code, err } = await type(...words, "--yes");
      assert.equal(code, 0, err);
      return policy();
    };
    const releases = [{ version: "2.7.0" }];
    const planned = { at: "2027-04-01T09:00", recommended: "2.7.0" };
    const at = ["policy", "step", "--at", planned.at];
    assert.deepEqual(await run(...at, "--recommended", "2.7.0"), { minimum: "2.4.0", releases, step: planned });
    assert.equal((await run("policy", "step", "--remove")).step, undefined);
    const newer = { version: "2.8.0", date: "2026-12-01" };
    const declare = ["policy", "release", "--version", "2.8.0"];
    assert.deepEqual((await run(...declare, "--date", newer.date)).releases, [...releases, newer]);
    assert.deepEqual((await run(...declare, "--notes", "Faster")).releases, [...releases, { ...newer, notes: "Faster" }]);
    assert.deepEqual((await run(...declare, "--remove")).releases, releases);
    assert.match((await type(...at, "--dry-run")).err, /--at requires --minimum, --recommended or both/);
    assert.match((await type("policy", "step", "--minimum", "2")).err, /describe a new step: add --at/);
    assert.match((await type(...at, "--remove")).err, /leave out --at/);
    const { out } = await type(...at, "--minimum", "2.6.0", "--dry-run");
    assert.match(out, /^ {2}iOS 2\.4\.0 to below 2\.6\.0, from Thu 1 Apr 09:00 \(UTC\): may run → must update$/m);
    const rehearsed = await program.admin("PUT", `${base}/platforms/web`, { store: "none" }, { "if-none-match": "*" });
    assert.equal(rehearsed.status, 201, JSON.stringify(rehearsed.body));
  } finally {
    await program.stop();
  }
});
