import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Page } from "playwright-core";
import { runSeed } from "../../server/test/run-seed.ts";
import { activityTexts } from "../src/activity/activity-texts.ts";
import { formatNumber } from "../src/texts/formats.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { goTo } from "./account.ts";
import { becomes, consoleForTests, watchForIdle } from "./console-page.ts";
import { button } from "./controls.ts";
import { createLargeProject, large } from "./large-project.ts";
import { screenPaths } from "./screen-list.ts";

const maxRows = 150;
/** Milliseconds of CPU. */
const long = 50;
const maxRatio = 2;

const running = consoleForTests({ example: false });
before(async () => {
  const empty = { apiVersion: "drawbridge/v1", project: "empty" };
  await running.program.admin("PUT", "/admin/v1/projects/empty/manifest?reason=empty", empty, { "if-none-match": "*" });
  await createLargeProject(running.program, Date.now(), { instances: 10_000, windows: 500 });
});

/** The seeds of runs get to all. */
const paths = [...screenPaths().values()].filter((path) => path.includes("$project")).filter((_, at) => at % 2 === runSeed % 2);

test("no screen of a large project draws more than 150 rows, or has a long task over twice the empty project's", async () => {
  const { page } = await running.open();
  const settled = watchForIdle(page);
  const wrong: string[] = [];
  for (const path of ["/", ...paths]) {
    // A first visit also compiles the screen.
    const visit = async (project: string) => longestTask(page, path.slice(1).replace("$project", project), settled);
    await visit("empty");
    const none = await visit("empty");
    const longest = await visit(large);
    const rows = await countRows(page);
    if (rows > maxRows) wrong.push(`${path} has ${rows} rows`);
    const limit = maxRatio * Math.max(none, long);
    if (longest > limit)
      wrong.push(`${path} has a task of ${longest.toFixed()} ms, the empty project's longest has ${none.toFixed()}`);
  }
  assert.deepEqual(wrong, []);
  await goTo(page, running.program, `projects/${large}/maintenance?view=list`);
  await page.getByRole("table").waitFor();
  await settled();
  assert.ok((await countRows(page)) <= maxRows, "the list of windows");
});

test("a commit with ten thousand changes is opened a hundred sentences at a time", async () => {
  const { page } = await running.open({ path: `projects/${large}/activity` });
  const details = page.getByRole("region", { name: activityTexts.details });
  const sentences = details.getByText(/^(?:Added instance|Created the project)/);
  const { body } = await running.program.admin("GET", `/admin/v1/projects/${large}/history`);
  const all = (body as unknown as History).commits[0]?.changes.length ?? 0;
  for (const shown of [12, 112, 212]) {
    // The title is one more.
    await becomes(() => sentences.count(), shown + 1);
    await button(details, sharedTexts.actions.moreOf(100, formatNumber(all - shown))).click();
  }
});

const countRows = (page: Page) => page.evaluate(() => document.querySelectorAll("tr, li, [role=row], [role=listitem]").length);

interface TraceEvent {
  readonly name: string;
  /** Microseconds of CPU. */
  readonly tdur?: number;
}

/** CPU milliseconds: time on the clock would depend on the machine. */
async function longestTask(page: Page, path: string, settled: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  assert.ok(browser);
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "toplevel"] });
  await goTo(page, running.program, path);
  await settled();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const tasks = traceEvents.filter(({ name }) => name === "RunTask" || name === "ThreadControllerImpl::RunTask");
  assert.ok(tasks.length > 0, "tasks are traced");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
