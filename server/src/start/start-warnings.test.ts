import assert from "node:assert/strict";
import { test } from "node:test";
import { startProgram } from "../../test/running-program.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openLog } from "../base/log.ts";
import { readSettings } from "../base/settings.ts";
import { startServer } from "./server.ts";
import { floorReviewed, proxyWarning, runtimeFloor, runtimeWarning, startWarning } from "./start-warnings.ts";

test("the floor is compared as numbers", () => {
  for (const version of [runtimeFloor, `v${runtimeFloor}`, "26.12.10", "26.13.0", "v27.0.0"])
    assert.equal(runtimeWarning(version, "machine"), null, version);
  for (const version of ["26.12.0", "v26.9.9", "26.10.0", "v20.20.2"])
    assert.notEqual(runtimeWarning(version, "machine"), null, version);
});

test("the warning names the release that is missing, and a way to it for each origin of the running one", () => {
  const ways = {
    executable: /replace that/,
    package: /nodejs\.org.*node server\/bin\/drawbridge\.js/,
    machine: /Install Node/,
  } as const;
  for (const origin of ["executable", "package", "machine"] as const) {
    const warning = runtimeWarning("v26.10.0", origin) ?? "";
    assert.match(warning, /^Node 26\.10\.0 lacks the security fixes of 26\.12\.1 \(21 October 2026\)\./);
    assert.match(warning, ways[origin]);
    assert.equal(startWarning("v26.10.0", origin), origin === "machine" ? warning : null);
  }
});

test("the review of the floor is a day", () => assert.equal(new Date(floorReviewed).toISOString().slice(0, 10), floorReviewed));

const directories = temporaryDirectories();
const https = { DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example" };

test("an https address without a trusted proxy is a warning, and nothing else is", () => {
  const warningOf = (env: Record<string, string>) => proxyWarning(readSettings(env, () => ""));
  assert.match(warningOf(https) ?? "", /DRAWBRIDGE_TRUSTED_PROXIES names none.*such as 127\.0\.0\.1\.$/);
  assert.equal(warningOf({ ...https, DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" }), null);
  assert.equal(warningOf({ DRAWBRIDGE_PUBLIC_URL: "http://localhost:8080" }), null);
  assert.equal(warningOf({}), null);
});

test("a start says it in the log and on the screen, and doctor says it again", async () => {
  const lines: string[] = [];
  const log = openLog("warn", { write: (line) => void lines.push(line) });
  const env = { ...https, DRAWBRIDGE_DATA: directories(), DRAWBRIDGE_LISTEN: "127.0.0.1:0" };
  const server = await startServer(
    readSettings(env, () => ""),
    { demo: false, log, version: "test", lameDuck: 0 },
  );
  await server.stop();
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes("DRAWBRIDGE_TRUSTED_PROXIES"));
  assert.deepEqual([logged.length, logged[0].level], [1, "warn"]);
  assert.equal(server.banner.filter((line) => line.startsWith("Warning: DRAWBRIDGE_PUBLIC_URL is https")).length, 1);

  const program = await startProgram({ env: https });
  const trusted = await startProgram({ env: { ...https, DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    assert.match((await program.cli("doctor")).out, /^warn +proxy +DRAWBRIDGE_PUBLIC_URL is https/m);
    assert.match((await trusted.cli("doctor")).out, /^ok +proxy +trusted in X-Forwarded-For: 127\.0\.0\.1$/m);
  } finally {
    await program.stop();
    await trusted.stop();
  }
});
