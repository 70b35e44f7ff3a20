/** A clock that jumps while the program runs is in `/status`, metrics, log and doctor until it is right again: on a server and an edge. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openLog } from "../../src/base/log.ts";
import { freePort } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { EdgeProgram } from "../running-edge.ts";
import { startProgram } from "../running-program.ts";
import { until } from "../until.ts";

const postgres = await openPostgres();
after(() => postgres.stop());

const hour = 3_600_000;
const metricsToken = "m".repeat(40);

function clockOfTest() {
  const clock = { ahead: 0 };
  const lines: { readonly level: string; readonly msg: string }[] = [];
  const log = openLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const ofClock = () => lines.filter(({ msg }) => /clock/i.test(msg)).map(({ level, msg }) => `${level} ${msg}`);
  return { clock, ofClock, options: { now: () => Date.now() + clock.ahead, clockEvery: 20, log } };
}

async function saysSo(
  url: string,
  { clock, ofClock }: ReturnType<typeof clockOfTest>,
  whileWrong = async () => {},
): Promise<void> {
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${metricsToken}` } });
    assert.equal(response.status, 200);
    return response.text();
  };
  const status = async () => JSON.parse(await ask("/status")).clock as { offset_ms: number; problem: string | null };
  const metric = async (name: string) =>
    Number(new RegExp(`^drawbridge_clock_${name} (\\S+)$`, "m").exec(await ask("/metrics"))?.[1]);
  assert.equal((await status()).problem, null);
  clock.ahead = -hour;
  await until(() => ofClock().length > 0);
  const { offset_ms, problem } = await status();
  assert.ok(Math.abs(offset_ms + hour) < 5_000, String(offset_ms));
  assert.match(problem ?? "", /clock/);
  assert.ok(Math.abs((await metric("offset_seconds")) + hour / 1_000) < 5);
  assert.equal(await metric("problem"), 1);
  await whileWrong();
  clock.ahead = 0;
  await until(() => ofClock().length === 2);
  assert.equal((await status()).problem, null);
  assert.deepEqual([await metric("problem"), Math.abs(await metric("offset_seconds")) < 5], [0, true]);
  assert.match(ofClock()[0] ?? "", /^warn This machine's clock/);
  assert.equal(ofClock()[1], "info The clock is right again");
}

test("a server with PostgreSQL says that its clock jumped, and that it is right again", async () => {
  const ofTest = clockOfTest();
  const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken, DRAWBRIDGE_ADMIN_TOKEN: "x".repeat(40) };
  const url = await postgres.database();
  await using program = await startProgram({ env: { ...env, DRAWBRIDGE_DATABASE_URL: url }, ...ofTest.options });
  await saysSo(program.urls.admin, ofTest, async () =>
    assert.match((await program.cli("doctor")).out, /warn {2}clock +(This machine's|This server's) clock/),
  );
});

test("an edge says that its clock jumped, and that it is right again", async () => {
  const ofTest = clockOfTest();
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
  await using edge = await EdgeProgram.start({ origin, token: "dbe_unknown", env, ...ofTest.options });
  await saysSo(edge.url, ofTest);
});
