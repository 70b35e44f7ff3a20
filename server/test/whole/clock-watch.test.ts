/** A clock that jumps while the program runs is in `/status`, metrics, log and doctor until it is right again: on every kind of process. */
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
const adminToken = "x".repeat(40);
const metricsToken = "m".repeat(40);
const settings = { DRAWBRIDGE_ADMIN_TOKEN: adminToken, DRAWBRIDGE_METRICS_TOKEN: metricsToken };

interface Process extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  doctor?(): Promise<string>;
}

function clockOfTest() {
  const clock = { ahead: 0 };
  const lines: { readonly level: string; readonly msg: string }[] = [];
  const log = openLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const ofClock = () => lines.filter(({ msg }) => /clock/i.test(msg)).map(({ level, msg }) => `${level} ${msg}`);
  return { clock, ofClock, options: { now: () => Date.now() + clock.ahead, clockEvery: 20, log } };
}

async function startServer(options: ReturnType<typeof clockOfTest>["options"], env: Readonly<Record<string, string>>) {
  const program = await startProgram({ env: { ...settings, ...env }, ...options });
  return {
    url: program.urls.admin,
    token: adminToken,
    doctor: async () => (await program.cli("doctor")).out,
    [Symbol.asyncDispose]: () => program.stop(),
  };
}

const kinds: Readonly<Record<string, (options: ReturnType<typeof clockOfTest>["options"]) => Promise<Process>>> = {
  "a server with SQLite": (options) => startServer(options, {}),
  "a server with PostgreSQL": async (options) => startServer(options, { DRAWBRIDGE_DATABASE_URL: await postgres.database() }),
  async "an edge"(options) {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
    const edge = await EdgeProgram.start({ origin, token: "dbe_unknown", env, ...options });
    return { url: edge.url, token: metricsToken, [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose]() };
  },
};

for (const [kind, start] of Object.entries(kinds)) {
  test(`${kind} says that its clock jumped, and that it is right again`, async () => {
    const { clock, ofClock, options } = clockOfTest();
    await using process = await start(options);
    const ask = async (path: string) => {
      const response = await fetch(`${process.url}${path}`, { headers: { authorization: `Bearer ${process.token}` } });
      assert.equal(response.status, 200);
      return response.text();
    };
    const status = async () => JSON.parse(await ask("/status")).clock as { offset_ms: number; problem: string | null };
    const metric = async (name: string) =>
      Number(new RegExp(`^drawbridge_clock_${name} (\\S+)$`, "m").exec(await ask("/metrics"))?.[1]);
    assert.equal((await status()).problem, null);
    for (const jump of [hour, -hour]) {
      const before = ofClock().length;
      clock.ahead = jump;
      await until(() => ofClock().length > before);
      const { offset_ms, problem } = await status();
      assert.ok(Math.abs(offset_ms - jump) < 5_000, String(offset_ms));
      assert.match(problem ?? "", /clock/);
      assert.ok(Math.abs((await metric("offset_seconds")) - jump / 1_000) < 5);
      assert.equal(await metric("problem"), 1);
      if (process.doctor) assert.match(await process.doctor(), /warn {2}clock +(This machine's|This server's) clock/);
      clock.ahead = 0;
      await until(() => ofClock().length === before + 2);
      assert.equal((await status()).problem, null);
      assert.deepEqual([await metric("problem"), Math.abs(await metric("offset_seconds")) < 5], [0, true]);
      assert.match(ofClock()[before] ?? "", /^warn This machine's clock/);
      assert.equal(ofClock()[before + 1], "info The clock is right again");
    }
  });
}
