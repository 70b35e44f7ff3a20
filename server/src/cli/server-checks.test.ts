import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceStatus, Status } from "drawbridge-rules/wire/status.ts";
import { programVersion } from "./command.ts";
import { checkStatus, checkStep } from "./server-checks.ts";

const since = "2026-11-22T05:00:00.000Z";
const sinceText = "2026-11-22 05:00:00 UTC";
const following: SourceStatus = {
  name: "store",
  kind: "postgresql",
  state: "following",
  since,
  epoch: "8f2c0e1b6a7d4c35",
  revision: 1228,
  checked_at: since,
  age: 0.4,
  problem: null,
  code: null,
  lost: null,
  rebuilt_rows: 0,
};

function statusWith(source: object, more: object = {}): Status {
  const status = {
    version: programVersion,
    store: "postgresql",
    epoch: "e",
    revision: 1228,
    sources: [{ ...following, ...source }],
  };
  return { ...status, edges: 0, ...more } as unknown as Status;
}

const cases: Readonly<Record<string, readonly [Status, readonly string[]]>> = {
  "a process that follows its store": [
    statusWith({}),
    [
      "ok server http://a, version 0.1.0, postgresql at revision 1228",
      "ok source follows store at revision 1228, checked 0 s ago",
    ],
  ],
  "an interrupted store, with the reason and what is answered": [
    statusWith({ state: "interrupted", problem: "The database has gone back", age: 274.9 }),
    [
      "ok server",
      `fail source store has been interrupted since ${sinceText}: The database has gone back. Apps get answers from revision 1228, 275 s old.`,
    ],
  ],
  "a store that was never read": [
    statusWith({ state: "starting", revision: null, problem: "it cannot be reached" }),
    ["ok server", `fail source store has not been read since ${sinceText}, so apps get 503: it cannot be reached`],
  ],
  "a start": [statusWith({ state: "starting", revision: null }), ["ok server", "warn source store has not been read since"]],
  "a problem of a source that is followed": [
    statusWith({ kind: "edge", problem: "its replica cannot be saved" }),
    ["ok server", "warn origin follows store, with a problem: its replica cannot be saved"],
  ],
  "lost commits": [
    statusWith({ lost: { at: since, epoch: "e", after: 1223, through: 1228, manifests: ["/data/lost.yaml"] } }),
    [
      "ok server",
      "ok source",
      `warn lost commits store lost commits after revision 1223, up to 1228, noticed at ${sinceText}: plan what was kept: /data/lost.yaml`,
    ],
  ],
  "rebuilt rows": [
    statusWith({ rebuilt_rows: 2 }),
    [
      "ok server",
      "ok source",
      "warn damage 2 rows of store differed from the log at the start and were rebuilt: check disk and memory",
    ],
  ],
  "a server of another version, which says less": [
    { version: "9.9", store: "sqlite", revision: null } as unknown as Status,
    ["warn server http://a is version 9.9, and this command line is 0.1.0: use the same"],
  ],
};

for (const [sentence, [status, expected]] of Object.entries(cases))
  test(`doctor tells ${sentence}`, () => {
    const lines = checkStatus("server", "http://a", status).map(({ result, name, detail }) => `${result} ${name} ${detail}`);
    assert.equal(lines.length, expected.length, lines.join("\n"));
    for (const [index, beginning] of expected.entries()) assert.ok(lines[index]?.startsWith(beginning), `${lines[index]}`);
  });

test("doctor tells the share of a dated step, and the command that moves it", () => {
  const step = {
    project: "acme",
    platform: "ios",
    at: "2027-03-01T08:00:00.000+00:00",
    zone: "Europe/Rome",
    minimum: "2.6.0",
    recommended: null,
    later: "2027-03-02T09:00",
    requests_24h: 1_000,
    forced_24h: 380,
  };
  const line = (words: string) => `./drawbridge ${words}`;
  const { result, detail } = checkStep(step, line);
  assert.equal(result, "warn");
  assert.match(detail, /: forces 38% of the last 24 hours' requests, which can be forged\. To move it: /);
  const move = "policy step --project acme --platform ios --at 2027-03-02T09:00 --zone Europe/Rome --minimum 2.6.0";
  assert.ok(detail.endsWith(`: ./drawbridge ${move}`), detail);
  assert.match(checkStep({ ...step, requests_24h: 0, forced_24h: 0 }, line).detail, /no requests were counted/);
});
