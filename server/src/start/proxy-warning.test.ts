import assert from "node:assert/strict";
import { test } from "node:test";
import { startProgram } from "../../test/running-program.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openLog } from "../base/log.ts";
import { readSettings } from "../base/settings.ts";
import { proxyWarning } from "./proxy-warning.ts";
import { startServer } from "./server.ts";

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
