/** Each family has its address: the two questions may be public, the admin API is not by accident. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { before, test } from "node:test";
import { openLog } from "../../src/base/log.ts";
import { readSettings } from "../../src/base/settings.ts";
import { buildConsole } from "../../src/pages/console-build.ts";
import { startServer } from "../../src/start/server.ts";
import { runCommand } from "../recorded-io.ts";
import { createProject, metricsToken, startProgram, startWatched } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const config = "/api/v1/config?platform=ios&current_version=1.0";
const maintenance = "/api/v1/maintenance?instanceId=eu-1";

/** The pages of docs/ are built with the console. */
before(async () => {
  await buildConsole(() => undefined).done;
});

test("an admin API and metrics with addresses of their own are served only there, and nothing else is but the status", async () => {
  const env = { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.4:0", DRAWBRIDGE_METRICS_LISTEN: "127.0.0.5:0" };
  await using program = await startWatched({ directory: directories(), env });
  const key = await createProject(program, { instances: { "eu-1": { name: "Acme Europe" } } });
  const urls = [program.urls.config, program.urls.admin, program.urls.metrics];
  const bearer = { authorization: `Bearer ${metricsToken}` };
  for (const [path, expected, headers] of [
    [config, [200, 404, 404], { "x-api-key": key }],
    [maintenance, [200, 404, 404], { "x-api-key": key }],
    [maintenance, [401, 404, 404], bearer],
    ["/openapi.json", [404, 200, 404], {}],
    ["/admin/v1/projects", [404, 401, 404], bearer],
    ["/sign-in", [404, 200, 404], {}],
    ["/sign-in/sign-in.js", [404, 200, 404], {}],
    ["/docs/", [404, 200, 404], {}],
    ["/console/", [404, 200, 404], {}],
    ["/healthz", [200, 404, 404], {}],
    ["/metrics", [404, 404, 200], bearer],
    ["/metrics", [404, 404, 401], { authorization: "Bearer other" }],
    ["/status", [404, 200, 200], bearer],
  ] as const) {
    const found = await Promise.all(urls.map(async (url) => (await fetch(url + path, { headers })).status));
    assert.deepEqual(found, expected, path);
  }
});

test("the demo is never served beyond this machine", async () => {
  const settings = readSettings({ DRAWBRIDGE_DATA: directories(), DRAWBRIDGE_LISTEN: "0.0.0.0:0" }, () => "");
  await assert.rejects(startServer(settings, { demo: true, log: openLog("silent"), version: "test" }), /only/);
});

test("a start that cannot have one of its addresses lets go of the others and of the store", async () => {
  const directory = directories();
  await using taken = await startProgram({ directory: directories() });
  const port = new URL(taken.urls.config).port;
  const env = { DRAWBRIDGE_ADMIN_LISTEN: `127.0.0.1:${port}` };
  await assert.rejects(startProgram({ directory, env }), { code: "invalid" });
  await (await startProgram({ directory })).stop();
});

test("an address that is taken is a wrong setting: the exit code is 2, and the value that is printed can be used", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const taken = `127.0.0.1:${port}`;
  const free = "127.0.0.1:0";
  const edge = { DRAWBRIDGE_EDGE_ORIGIN: "http://127.0.0.1:4", DRAWBRIDGE_EDGE_TOKEN: `dbe_${"x".repeat(36)}` };
  for (const [env, setting] of [
    [{ DRAWBRIDGE_LISTEN: taken }, "DRAWBRIDGE_LISTEN"],
    [{ DRAWBRIDGE_LISTEN: free, DRAWBRIDGE_ADMIN_LISTEN: taken }, "DRAWBRIDGE_ADMIN_LISTEN"],
    [{ DRAWBRIDGE_LISTEN: taken, ...edge }, "DRAWBRIDGE_LISTEN"],
  ] as const) {
    const { code, err } = await runCommand(["serve"], {
      env: { DRAWBRIDGE_LOG_LEVEL: "error", DRAWBRIDGE_DATA: directories(), ...env },
    });
    assert.equal(code, 2, err);
    const [, named, value] =
      /^drawbridge: .* is in use by another program\. Set (\w+) to another address, such as (\w+=\S+)\n$/.exec(err) ?? [];
    assert.deepEqual([named, value], [setting, `${setting}=127.0.0.1:9080`], err);
  }
});
