/** Zone data that is newer than the runtime's, in processes of their own: a server, and an edge without the setting. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { runtimeTable } from "drawbridge-rules/values/zone-table.ts";
import { freeAddress } from "../free-port.ts";
import { runCommand } from "../recorded-io.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { tzifFile, writeZoneFiles } from "../tzif-file.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const program = join(import.meta.dirname, "../../bin/drawbridge.js");
const year = new Date().getUTCFullYear() + 1;
const metricsToken = "watching-0123456789-0123456789-0123456789";

interface Started {
  readonly urls: Readonly<Record<"config" | "maintenance" | "admin", string>>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

function run(argv: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("DRAWBRIDGE_")));
  const child = spawn(process.execPath, [program, ...argv], { env: { ...clean, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

async function ended(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const child = run(argv, env);
  let [out, err] = ["", ""];
  child.stdout?.on("data", (piece) => (out += piece));
  child.stderr?.on("data", (piece) => (err += piece));
  const [code] = await once(child, "close");
  return { code, out, err };
}

async function serve(env: Readonly<Record<string, string>>): Promise<Started> {
  const child = run(["serve", "--json"], env);
  let [out, err] = ["", ""];
  child.stderr?.on("data", (piece) => (err += piece));
  child.stdout?.on("data", (piece) => (out += piece));
  const isListening = () => out.includes("\n}") || /^\{.*\}\n/.test(out);
  await until(() => isListening() || child.exitCode !== null);
  assert.equal(child.exitCode, null, err);
  const { urls } = JSON.parse(out) as Pick<Started, "urls">;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { urls, stop };
}

/** Winnipeg stays on summer time; a zone that the runtime does not know; Tokyo as it is. */
function newerData(): string {
  const march = Date.UTC(2026, 2, 8, 8) / 1_000;
  const files = new Map([
    ["America/Winnipeg", tzifFile({ at: [march], offsets: [-21_600, -18_000], yearly: [] })],
    ["Asia/Brand_New", tzifFile({ at: [], offsets: [12_600], yearly: [] })],
    ["Asia/Tokyo", tzifFile(runtimeTable("Asia/Tokyo") ?? assert.fail())],
  ]);
  return writeZoneFiles(newDirectory(), files, "2099z");
}

describe("newer time zone data", () => {
  test("decide when a window starts, in every answer of a server and of its edges", async () => {
    const [data, edgeData] = [newDirectory(), newDirectory()];
    const [listen, adminListen] = [await freeAddress(), await freeAddress()];
    const own = {
      DRAWBRIDGE_DATA: data,
      DRAWBRIDGE_LISTEN: listen,
      DRAWBRIDGE_ADMIN_LISTEN: adminListen,
      DRAWBRIDGE_STOP_DELAY: "PT0S",
    };
    const renewed = { ...own, DRAWBRIDGE_TZDATA: newerData() };
    let server = await serve(renewed);
    const token = readFileSync(join(data, "admin-token"), "utf8").trim();
    const admin = async (method: string, path: string, body?: unknown, headers = {}) => {
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const init = { method, headers: { authorization: `Bearer ${token}`, ...type, ...headers } };
      const response = await fetch(
        `${server.urls.admin}${path}`,
        body === undefined ? init : { ...init, body: JSON.stringify(body) },
      );
      assert.ok(response.ok, `${path} answers ${response.status}: ${await response.clone().text()}`);
      return response;
    };
    const manifest = {
      apiVersion: "drawbridge/v1",
      project: "acme",
      name: "Acme",
      instances: { wpg: { name: "Winnipeg" }, new: { name: "New" } },
      windows: {
        wpg: {
          start: `${year}-01-05T02:00`,
          zone: "America/Winnipeg",
          duration: "PT2H",
          instances: ["wpg"],
          message: { en: "From {start_time}" },
        },
        new: { start: `${year}-01-05T02:00`, zone: "Asia/Brand_New", duration: "PT2H", instances: ["new"] },
      },
    };
    await admin("PUT", "/admin/v1/projects/acme/manifest", manifest, { "if-none-match": "*" });
    const command = async (...argv: string[]) => {
      const found = await runCommand([...argv, "--url", server.urls.admin, "--token", token]);
      assert.equal(found.code, 0, found.err);
      return found.out;
    };
    const { key } = JSON.parse(await command("key", "create", "--project", "acme", "--name", "apps", "--json")) as {
      readonly key: string;
    };
    const edgeToken = (
      JSON.parse(await command("token", "create", "--kind", "edge", "--name", "edge", "--json")) as { readonly token: string }
    ).token;
    const ofEdge = {
      DRAWBRIDGE_DATA: edgeData,
      DRAWBRIDGE_LISTEN: await freeAddress(),
      DRAWBRIDGE_EDGE_ORIGIN: server.urls.admin,
      DRAWBRIDGE_EDGE_TOKEN: edgeToken,
      DRAWBRIDGE_METRICS_TOKEN: metricsToken,
      DRAWBRIDGE_STOP_DELAY: "PT0S",
    };
    let edge = await serve(ofEdge);
    const answer = async ({ urls }: Started, path: string) => {
      const response = await fetch(`${urls.config}/api/v1/${path}`, { headers: { "x-api-key": key } });
      return (await response.json()) as Readonly<Record<string, unknown>>;
    };
    const startAt = async (at: Started, instance: string) => (await answer(at, `maintenance?instanceId=${instance}`)).start_time;
    const gateAt = async (at: Started) => {
      const gate = await answer(at, "gate?platform=ios&current_version=1.0&instanceId=wpg");
      return (gate.window as { readonly start: string } | null)?.start;
    };
    const isAt = async (hour: string) => {
      const expected = `${year}-01-05T${hour}:00:00.000+00:00`;
      for (const each of [server, edge])
        await until(
          () => startAt(each, "wpg"),
          (start) => start === expected,
        );
      assert.deepEqual([await gateAt(server), await gateAt(edge)], [expected, expected]);
    };
    const statusOf = async ({ urls }: Started, bearer: string) => {
      const response = await fetch(`${urls.admin}/status`, { headers: { authorization: `Bearer ${bearer}` } });
      return ((await response.json()) as { readonly time_zones: unknown }).time_zones;
    };

    await isAt("07");
    assert.equal(await startAt(edge, "new"), `${year}-01-04T22:30:00.000+00:00`);
    assert.deepEqual(await statusOf(server, token), { version: "2099z", source: renewed.DRAWBRIDGE_TZDATA });
    assert.deepEqual(await statusOf(edge, metricsToken), { version: "2099z", source: server.urls.admin });
    const inWindow = encodeURIComponent(`${year}-01-05T07:30:00Z`);
    const simulated = (await (
      await admin("GET", `/admin/v1/projects/acme/simulate?instance=wpg&at=${inWindow}`)
    ).json()) as object;
    assert.match(JSON.stringify(simulated), /"is_maintenance":true/);
    const { calendar } = JSON.parse(
      await command("token", "create", "--kind", "calendar", "--project", "acme", "--name", "all", "--json"),
    ) as {
      readonly calendar: string;
    };
    assert.match(await (await fetch(calendar)).text(), new RegExp(`DTSTART:${year}0105T070000Z`));
    const listed = await command("maintenance", "list", "--project", "acme", "--days", "366");
    assert.match(listed, new RegExp(` 5 Jan(?: ${year})? 07:00–09:00`));

    // The edge answers by its origin's data while that is away, after a restart too.
    await server.stop();
    await edge.stop();
    edge = await serve(ofEdge);
    await until(
      () => startAt(edge, "wpg"),
      (start) => start === `${year}-01-05T07:00:00.000+00:00`,
    );

    // A restart with other data reaches the edge.
    server = await serve(own);
    await isAt("08");
    assert.deepEqual(await statusOf(server, token), { version: process.versions.tz, source: "runtime" });
    await edge.stop();
    await server.stop();
  });

  test("that are torn refuse the start, with every file and its reason", async () => {
    const whole = tzifFile(runtimeTable("Europe/Rome") ?? assert.fail());
    const files = new Map([
      ["Europe/Rome", whole],
      ["Europe/Oslo", whole.subarray(0, 70)],
      ["Asia/Tokyo", Buffer.from("<html>not found</html>".repeat(10))],
      ["Asia/Seoul", Buffer.alloc(100_000)],
    ]);
    const directory = writeZoneFiles(newDirectory(), files);
    const env = { DRAWBRIDGE_DATA: newDirectory(), DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_TZDATA: directory };
    const { code, err } = await ended(["serve"], env);
    assert.notEqual(code, 0);
    for (const said of [/Europe\/Oslo.*it is cut off/, /Asia\/Tokyo.*it is not a TZif file/, /Asia\/Seoul.*100000 bytes/])
      assert.match(err, said);
    assert.doesNotMatch(err, /Rome/);
    assert.match((await ended(["doctor"], env)).out, /fail +time zones +Europe\/Oslo/);
    const nowhere = { ...env, DRAWBRIDGE_TZDATA: join(directory, "missing") };
    assert.match((await ended(["serve"], nowhere)).err, /DRAWBRIDGE_TZDATA.*ENOENT/);
  });
});
