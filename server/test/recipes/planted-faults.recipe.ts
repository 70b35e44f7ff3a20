/** Faults planted into a copy of the documents, each of which their tests name. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const copy = temporaryDirectories()();

/** Pages that tests follow, and one that no test runs. */
const [commands, answers, other] = ["docs/ci.md", "docs/calendar.md", "docs/limits.md"];

/** By the kind of fault: where it is planted, how, and what the failure says. */
const faults: Readonly<Record<string, readonly [page: string, change: (text: string) => string, named: RegExp]>> = {
  "a wrong command": [commands, appended("```sh\n./drawbridge polcy list\n```"), /docs\/ci\.md.*polcy list/s],
  "a wrong answer": [
    answers,
    appended("```sh\n./drawbridge project list -o name\n```\n\n```text\nacme-shoe\n```"),
    /docs\/calendar\.md.*acme-shoe/s,
  ],
  "a dead link": [other, appended("[A page](nowhere.md)"), /docs\/limits\.md links to \]\(nowhere\.md\)/],
  "a dead anchor": [other, appended("[A heading](ci.md#nowhere)"), /docs\/limits\.md links to \]\(ci\.md#nowhere\)/],
  "a missing picture": [other, appended("![A picture](pictures/nowhere.webp)"), /docs\/limits\.md links to .*nowhere\.webp/],
  "a stale generated table": [
    "docs/reference/permissions.md",
    (text) => text.replace("| Get a project. |", "| Get a plan. |"),
    /docs\/reference\/permissions\.md is not as the program makes it/,
  ],
  "a stale version": [
    "docs/install.md",
    (text) => text.replace(/download\/v[\d.]+/, "download/v0.0.9"),
    /docs\/install\.md.*download\/v0\.0\.9/s,
  ],
  "a wrong name of a setting": [other, appended("Set `DRAWBRIDGE_LISTENS`."), /docs\/limits\.md.*DRAWBRIDGE_LISTENS/s],
  "a renamed command in a sentence": [
    other,
    appended("Run `drawbridge polcy show`."),
    /docs\/limits\.md: `drawbridge polcy show`/,
  ],
  "a metric that does not exist": [
    other,
    appended("Look at `drawbridge_shed_total`."),
    /docs\/limits\.md: drawbridge_shed_total/,
  ],
  "a wrong port": [
    "docs/deploying.md",
    (text) => text.replace("publish port 8081", "publish port 8091"),
    /docs\/deploying\.md: port 8091/,
  ],
  "a default that changed": [
    other,
    (text) => text.replace("(0 s by default)", "(5 s by default)"),
    /docs\/limits\.md: .*\(5 s by default\)/,
  ],
  "a page of the site that does not exist": [
    other,
    appended("Open `/docs/reference/apis`."),
    /docs\/limits\.md: \/docs\/reference\/apis/,
  ],
  "a page that the index lacks": ["docs/orphan.md", () => "# Orphan\n", /docs\/orphan\.md/],
  "a date that has passed": [
    other,
    appended(
      '    ./drawbridge maintenance schedule --project acme-shop --title "Old" --start 2026-01-04T02:00 --zone UTC --for 2h',
    ),
    /--title "Old" --start 2026-01-04T02:00/,
  ],
};

function appended(text: string): (page: string) => string {
  return (page) => `${page}\n${text}\n`;
}

before(() => {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of list.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  }
  for (const folder of ["node_modules", "server/node_modules"]) symlinkSync(join(root, folder), join(copy, folder));
  for (const [page, change] of Object.values(faults)) {
    const path = join(copy, page);
    const text = page.endsWith("orphan.md") ? "" : readFileSync(path, "utf8");
    assert.ok(change(text) !== text, page);
    writeFileSync(path, change(text));
  }
  execFileSync("git", ["init", "-q"], { cwd: copy });
  // The pattern of .gitignore is of a directory, not of a link.
  writeFileSync(join(copy, ".git", "info", "exclude"), "node_modules\n");
  execFileSync("git", ["add", "-A"], { cwd: copy });
});

test("each fault is named by a test of the documents", () => {
  const files = [
    "whole/documents",
    "whole/followed-documents",
    "whole/shipping",
    "package-names",
    "reference",
    "named-in-documents",
  ];
  const { stdout } = spawnSync(
    process.execPath,
    ["--test", "--test-reporter=tap", ...files.map((file) => join(copy, "server/test", `${file}.test.ts`))],
    { cwd: copy, env: { ...process.env, NODE_TEST_CONTEXT: undefined }, encoding: "utf8", maxBuffer: 1e8 },
  );
  const failures = stdout.split(/^ *not ok /m).slice(1);
  const unnamed = Object.keys(faults).filter((fault) => !failures.some((failure) => faults[fault]?.[2].test(failure)));
  assert.deepEqual(unnamed, [], failures.map((failure) => failure.slice(0, 2_000)).join("\n"));
});
