/** Zone data that is newer than the runtime's, in processes of their own: a server, and an edge without the setting. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { runtimeTable } from "drawbridge-rules/values/zone-table.ts";
import { freeAddress } from "../free-port.ts";
import { runCommand } from "../recorded-io.ts";
import { ServerProcess } from "../server-process.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { tzifFile, writeZoneFiles } from "../tzif-file.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
/** The year of a 5 January within the next 365 days, which are as far as calendars and lists look. */
const year = new Date(Date.now() + 361 * 86_400_000).getUTCFullYear();
const metricsToken = "watching-0123456789-0123456789-0123456789";

const running: ServerProcess[] = [];
after(() => Promise.all(running.map((each) => each.kill())));

async function serve(directory: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const started = await ServerProcess.start(directory, { DRAWBRIDGE_STOP_DELAY: "PT0S", ...env });
  running.push(started);
  return started;
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
    const own = { DRAWBRIDGE_LISTEN: await freeAddress() };
    const renewed = { ...own, DRAWBRIDGE_TZDATA: newerData() };
    let server = await serve(data, renewed);
    const token = readFileSync(join(data, "admin-token"), "utf8").trim();
    const admin = async (method: string, path: string, body?: unknown, headers = {}) => {
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const init = { method, headers: { authorization: `Bearer ${token}`, ...type, ...headers } };
      const response = await fetch(`${server.url}${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
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
    const made = async (path: string, body: object) =>
      (await (await admin("POST", `/admin/v1/${path}`, body)).json()) as Readonly<Record<string, string>>;
    const { key = "" } = await made("projects/acme/keys", { name: "apps" });
    const { token: edgeToken = "" } = await made("tokens", { kind: "edge", name: "edge" });
    const ofEdge = {
      DRAWBRIDGE_EDGE_ORIGIN: server.url,
      DRAWBRIDGE_EDGE_TOKEN: edgeToken,
      DRAWBRIDGE_METRICS_TOKEN: metricsToken,
    };
    let edge = await serve(edgeData, ofEdge);
    const answer = async ({ url }: ServerProcess, path: string) => {
      const response = await fetch(`${url}/api/v1/${path}`, { headers: { "x-api-key": key } });
      return (await response.json()) as Readonly<Record<string, unknown>>;
    };
    const startAt = async (at: ServerProcess, instance: string) =>
      (await answer(at, `maintenance?instanceId=${instance}`)).start_time;
    const gateAt = async (at: ServerProcess) => {
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
    const statusOf = async ({ url }: ServerProcess, bearer: string) => {
      const response = await fetch(`${url}/status`, { headers: { authorization: `Bearer ${bearer}` } });
      return ((await response.json()) as { readonly time_zones: unknown }).time_zones;
    };

    await isAt("07");
    assert.equal(await startAt(edge, "new"), `${year}-01-04T22:30:00.000+00:00`);
    assert.deepEqual(await statusOf(server, token), { version: "2099z", source: renewed.DRAWBRIDGE_TZDATA });
    assert.deepEqual(await statusOf(edge, metricsToken), { version: "2099z", source: server.url });
    const inWindow = encodeURIComponent(`${year}-01-05T07:30:00Z`);
    const simulated = await admin("GET", `/admin/v1/projects/acme/simulate?instance=wpg&at=${inWindow}`);
    assert.match(await simulated.text(), /"is_maintenance":true/);
    const { calendar = "" } = await made("projects/acme/tokens", { kind: "calendar", name: "all" });
    assert.match(await (await fetch(calendar)).text(), new RegExp(`DTSTART:${year}0105T070000Z`));
    const connection = ["--url", server.url, "--token", token];
    const listed = await runCommand(["maintenance", "list", "--project", "acme", "--days", "366", ...connection]);
    assert.match(listed.out, new RegExp(` 5 Jan(?: ${year})? 07:00–09:00`));

    // The edge answers by its origin's data while that is away, after a restart too.
    await server.end("SIGTERM");
    await edge.end("SIGTERM");
    edge = await serve(edgeData, ofEdge);
    await until(
      () => startAt(edge, "wpg"),
      (start) => start === `${year}-01-05T07:00:00.000+00:00`,
    );

    // A restart with other data reaches the edge.
    server = await serve(data, own);
    await isAt("08");
    assert.deepEqual(await statusOf(server, token), { version: process.versions.tz, source: "runtime" });
    await edge.end("SIGTERM");
    await server.end("SIGTERM");
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
    const { code, err } = await runCommand(["serve"], { env });
    assert.notEqual(code, 0);
    for (const said of [/Europe\/Oslo.*it is cut off/, /Asia\/Tokyo.*it is not a TZif file/, /Asia\/Seoul.*100000 bytes/])
      assert.match(err, said);
    assert.doesNotMatch(err, /Rome/);
    assert.match((await runCommand(["doctor"], { env })).out, /fail +time zones +Europe\/Oslo/);
    const nowhere = { ...env, DRAWBRIDGE_TZDATA: join(directory, "missing") };
    assert.match((await runCommand(["serve"], { env: nowhere })).err, /DRAWBRIDGE_TZDATA.*ENOENT/);
  });
});
