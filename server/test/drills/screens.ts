/** Crawls the console's screens in many zones and locales, on the days on which calendars go wrong. */
import assert from "node:assert/strict";
import { startConsole } from "../../../ui/test/console-page.ts";
import { createEveryNoun } from "../../../ui/test/every-noun.ts";
import { crawl, dealCases, type ScreenCase } from "../../../ui/test/screen-crawl.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** A round is one page that is loaded; all cases are about 640. */
export const screens: Drill = {
  name: "screens",
  rounds: 700,
  run: (rounds, random) => inTemporaryDirectory((directory) => crawlScreens(directory, rounds, random)),
};

async function crawlScreens(directory: string, rounds: number, random: () => number): Promise<string> {
  const running = await startConsole(directory);
  try {
    let count = 0;
    const line = () => `Something ${++count}`;
    const wording = { project: "every", instance: "eu.1/a", line, login: "mia@example.com", build: "rc1" };
    const nouns = await createEveryNoun(running.program, wording);
    const cases: ScreenCase[] = [];
    while (cases.length < rounds) cases.push(...dealCases(nouns, Date.now(), random));
    const defects = await crawl(running, cases.slice(0, rounds));
    assert.deepEqual(defects, [], defects.join("\n\n"));
    return `${rounds} pages loaded, none broken`;
  } finally {
    await running.close();
  }
}
