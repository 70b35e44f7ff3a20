/** `drawbridge open` on the machine of a node or an edge that nothing else can open: the drill `stuck` has every case, and this the rest. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "../drills/drill.ts";
import {
  type Answering,
  forcing,
  holding,
  killableOrigin,
  look,
  runStuckCase,
  startEdgeOf,
  startMaintenance,
  startNode,
  stuckCases,
  typeOpen,
} from "../drills/stuck.ts";
import { runSeed } from "../run-seed.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
const metricsToken = "metrics-token-0123456789-0123456789-0123";

/** One of them: the seeds of runs get to the others. */
const stuckCase = stuckCases[Math.floor(randomFrom(runSeed)() * stuckCases.length)] ?? assert.fail();
test(stuckCase.name, { skip: stuckCase.skip ?? false }, () => runStuckCase(stuckCase));

function newWorld(t: TestContext) {
  const ends = new AsyncDisposableStack();
  t.after(() => ends.disposeAsync());
  return { directory: directories(), ends };
}

/** A node whose project forces every app, and stays in maintenance. */
async function closedNode(t: TestContext) {
  const node = await startNode(newWorld(t), forcing);
  await startMaintenance(node, holding);
  return node;
}

async function becomes(answering: Answering, state: "opened" | "closed"): Promise<void> {
  await until(
    () => look(answering),
    (found) => found === state,
  );
}

async function history({ admin }: Pick<Program, "admin">): Promise<string> {
  return JSON.stringify((await admin("GET", "/admin/v1/projects/shop/history")).body);
}

describe("drawbridge open", () => {
  test("an edge shows it in /status and /metrics, its origin gets it into the history later, and an edge behind it stays closed", async (t) => {
    const world = newWorld(t);
    const origin = await killableOrigin(world);
    const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
    const edge = await startEdgeOf(world, origin, { env });
    const behind = await startEdgeOf(world, origin, { origin: edge.url, name: "behind" });
    await origin.member.kill();
    assert.equal((await typeOpen(edge, "--for", "1h")).code, 0);
    const seen = { headers: { authorization: `Bearer ${metricsToken}` } };
    const status = (await (await fetch(`${edge.url}/status`, seen)).json()) as { readonly opened_until: string };
    assert.ok(Date.parse(status.opened_until) > Date.now() + 3_500_000);
    const metric = /^drawbridge_opened_until_timestamp_seconds\{project="shop"\} \d+/m;
    assert.match(await (await fetch(`${edge.url}/metrics`, seen)).text(), metric);
    assert.equal(await look(behind), "closed");
    assert.equal((await typeOpen(behind, "--for", "1h")).code, 0);
    assert.ok(await origin.member.start());
    await until(
      () => history(origin),
      (text) => text.match(/Opened by hand on [^"]* until [^"]*: origin is down/g)?.length === 2,
    );
    assert.equal((await typeOpen(edge, "--end")).code, 0);
    await becomes(edge, "closed");
  });

  test("holds over a restart, and is in the history once", async (t) => {
    const node = await closedNode(t);
    assert.equal((await typeOpen(node, "--for", "1h")).code, 0);
    const isNoted = (text: string) => text.match(/Opened by hand/g)?.length === 1;
    await until(() => history(node), isNoted);
    await node.stop();
    const again = await startProgram({ directory: node.data, env: { DRAWBRIDGE_LISTEN: new URL(node.url).host } });
    t.after(() => again.stop());
    assert.equal(await look(node), "opened", "before the first answer");
    assert.ok(isNoted(await history(again)));
    assert.equal((await typeOpen(node, "--end")).code, 0);
    await until(
      () => history(again),
      (text) => text.includes("Closed again"),
    );
    const { out } = await again.cli("history", "--project", "shop", "--limit", "2");
    assert.match(
      out,
      /^rev \d+ .* — Closed again on \S+ by \S+ at \S+ \d+ \S+ [\d:]+ \(UTC\)\nrev \d+ .* — Opened by hand on .*: origin is down\n/,
    );
  });

  test("opens by a file that was restored with another mode, and refuses a directory of no process, and an unknown project", async (t) => {
    const node = await closedNode(t);
    const wrong = await node.cli("open", "--project", "shpo", "--data", node.data, "--reason", "typed in a hurry");
    assert.deepEqual([wrong.code, /has no project shpo/.test(wrong.err)], [1, true], wrong.err);
    chmodSync(join(node.data, "opened"), 0o666);
    assert.equal((await typeOpen(node, "--for", "1h")).code, 0);
    assert.equal(await look(node), "opened");
    const elsewhere = directories();
    mkdirSync(elsewhere);
    const refused = await typeOpen({ ...node, data: elsewhere });
    assert.deepEqual([refused.code, readdirSync(elsewhere)], [1, []]);
    assert.match(refused.err, /is not the data directory of a server or edge/);
  });

  test("opens nothing by a file that other users can write, or that is no order", async (t) => {
    const node = await closedNode(t);
    const order = [{ project: "shop", from: Date.now(), until: Date.now() + 60_000, reason: "r", by: "b" }];
    for (const [text, mode] of [
      [JSON.stringify(order), 0o666],
      [JSON.stringify([{ ...order[0], until: Date.now() + 86_400_000 * 2 }]), 0o600],
      ["[", 0o600],
    ] as const) {
      writeFileSync(join(node.data, "opened"), text);
      chmodSync(join(node.data, "opened"), mode);
      // The process looks at the file every second.
      for (let looks = 0; looks < 16; looks++, await sleep(75)) assert.equal(await look(node), "closed", text);
    }
  });
});
