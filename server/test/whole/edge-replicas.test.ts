/** An edge refuses content, keeps its last, logs why, and reports it to its origin. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { copySaid, event, goodRows, LyingOrigin, scope } from "../lying-origin.ts";
import { EdgeProgram } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const token = "dbe_x";
const started: EdgeProgram[] = [];
after(() => Promise.all(started.map((edge) => edge.stop())));
const [good] = goodRows();

/** An edge that has a good copy at revision 7 of epoch e1, on the disk too. */
async function fed(origin: LyingOrigin, options: Partial<Parameters<typeof EdgeProgram.start>[0]> = {}) {
  const directory = newDirectory();
  origin.says = copySaid();
  const edge = await EdgeProgram.start({ directory, origin: origin.url, token, limits, ...options });
  started.push(edge);
  await edge.at(7);
  await until(() => readdirSync(directory).includes("replica"));
  return { edge, kept: () => readFileSync(join(directory, "replica"), "utf8") };
}

const startSaid = (revision: number) => event("start", { format: 1, scope: scope.name, projects: null, epoch: "e1", revision });
const commitSaid = (changes: readonly object[], after = 7, id = "e1.8") => startSaid(8) + event("commit", { after, changes }, id);

/** For every edge here. */
const limits = { rows: 10, size: 10_000, event: 20_000 };
const large = (length: number) => ({ ...good, value: JSON.stringify({ name: "x".repeat(length) }) });

const bad: readonly (readonly [what: string, says: string, problem: RegExp])[] = [
  ["an empty copy", copySaid({ epoch: "e2", rows: [] }), /^the replica is empty/],
  ["another checksum", copySaid({ epoch: "e2", sha256: "0".repeat(64) }), /checksum does not match/],
  ["fewer rows than it says", copySaid({ epoch: "e2", count: 2 }), /fewer rows than announced/],
  ["more rows than there may be", copySaid({ epoch: "e2", count: 11 }), /too large: 11 rows/],
  ["a replica that is too large", copySaid({ epoch: "e2", rows: [large(12_000)] }), /^the replica is too large$/],
  ["an event that is too large", copySaid({ epoch: "e2", rows: [large(20_000)] }), /too large: more than 20000 characters/],
  ["an epoch that no header can say", copySaid({ epoch: "é" }), /^the epoch of the replica is damaged/],
  [
    "a revision below what it has",
    copySaid({ revision: 6 }),
    /^the replica is older than this edge's data: revision 6, after 7$/,
  ],
  [
    "a newer schema",
    copySaid({ epoch: "e2", rows: [{ ...good, schema: currentSchema + 1 }] }),
    /newer than this program: it has the schema 2.*Upgrade/,
  ],
  ["a schema that never was", copySaid({ epoch: "e2", rows: [{ ...good, schema: 0 }] }), /a schema is damaged/],
  [
    "a kind of tomorrow",
    copySaid({ epoch: "e2", rows: [...goodRows(), { ...good, kind: "hologram" }] }),
    /does not know the kind "hologram"/,
  ],
  ["a newer format", copySaid({ epoch: "e2", format: 2 }), /newer than this program: it has the format 2/],
  ["an event of tomorrow", event("hologram", {}), /does not know the event "hologram"/],
  ["a value that is no JSON", copySaid({ epoch: "e2", rows: [{ ...good, value: "{" }] }), /a value is damaged/],
  ["rows from nowhere", event("rows", goodRows()), /arrived without its start/],
  ["no JSON", "event: copy\ndata: {\n\n", /it is not JSON/],
  ["a commit after another one", commitSaid([], 6), /does not continue this edge's data/],
  ["a commit without an id", event("commit", { after: 7, changes: [] }), /a commit is damaged/],
  ["a commit that is damaged", commitSaid([{ ...good, project: 7 }]), /a project is damaged/],
];

describe("content from its origin that an edge refuses, keeping its last content and reporting why:", () => {
  let origin: LyingOrigin;
  let edge: EdgeProgram;
  let kept: () => string;
  before(async () => {
    origin = await LyingOrigin.start();
    ({ edge, kept } = await fed(origin));
  });
  after(() => origin?.[Symbol.asyncDispose]());

  for (const [what, says, problem] of bad) {
    test(what, async () => {
      // It follows: an outage has one line in the log.
      origin.says = startSaid(7);
      origin.cut();
      await edge.at(7);
      const before = kept();
      origin.says = says;
      origin.cut();
      await edge.hasProblem(problem);
      const { epoch, revision, state } = edge.running.status();
      assert.deepEqual([epoch, revision, state], ["e1", 7, "interrupted"]);
      assert.ok(edge.logged.some(({ fields }) => problem.test((fields as { reason: string }).reason)));
      await until(() => origin.reports.some((report) => problem.test(report.problem ?? "") && report.head?.revision === 7));
      // It requests the commits after its last one.
      assert.equal(origin.asked.at(-1)?.["last-event-id"], "e1.7");
      assert.equal(kept(), before);
    });
  }

  test("and it accepts the commits after its last one once they are valid", async () => {
    origin.says = commitSaid([{ ...good, value: (goodRows("Another name")[0] ?? assert.fail()).value }]);
    origin.cut();
    await edge.at(8);
    await edge.stop();
    assert.match(kept(), /Another name/);
  });

  test("a stream that says nothing", async () => {
    await using origin = await LyingOrigin.start();
    const { edge } = await fed(origin, { timing: { backoff: 20, longestBackoff: 50, longestRefusal: 50, silence: 300 } });
    await edge.hasProblem(/^the origin has sent nothing for 0 seconds$/);
    await edge.stop();
  });
});
