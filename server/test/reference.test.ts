/** The pages of docs/ that are made from the program. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { referencePages } from "../reference/reference.ts";
import { logEvents } from "../src/base/log.ts";
import { settingGroups } from "../src/base/setting-groups.ts";
import { settings } from "../src/base/settings.ts";
import { loadCommands } from "../src/cli/command-list.ts";
import { pageOfCommand, pagesOfCommands } from "../src/cli/help.ts";
import { assertGenerated } from "./generated-file.ts";

const root = join(import.meta.dirname, "..", "..");

test("each page of the reference is as the program makes it (UPDATE=1 rewrites it), and there is no other", () => {
  const pages = referencePages();
  for (const [path, text] of Object.entries(pages)) assertGenerated(`docs/${path}`, text);
  const elsewhere = ["docs/reference/metrics.md"];
  const files = globSync("docs/reference/*.md", { cwd: root }).filter((file) => !elsewhere.includes(file));
  assert.deepEqual(
    files.filter((file) => pages[file.slice("docs/".length)] === undefined),
    [],
  );
});

test("each setting is in one group, and each command on one page", async () => {
  const grouped = settingGroups.flatMap(({ names }) => names);
  assert.deepEqual(grouped.sort(), Object.keys(settings).sort());
  const listed = Object.values(pagesOfCommands).flatMap(({ commands }) => commands);
  const single = (await loadCommands([])).map(({ name }) => name).filter((name) => !name.includes(" "));
  assert.deepEqual(listed.sort(), single.sort());
  assert.equal(pageOfCommand("policy set"), "policy");
});

test("a line is logged for each event of the log, and for no other", () => {
  const directory = join(root, "server", "src");
  const files = globSync("**/*.ts", { cwd: directory }).filter((name) => !/\.test\.ts$|log-events/.test(name));
  const code = files.map((name) => readFileSync(join(directory, name), "utf8")).join("");
  const logged = [...code.matchAll(/\bevent: "([a-z_]+\.[a-z_]+)"/g)].map(([, event]) => event);
  assert.deepEqual([...new Set(logged)].sort(), Object.keys(logEvents));
});
