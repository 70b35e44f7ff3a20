/** Crawls the console's screens in many zones, locales and sizes, on the days on which calendars go wrong. */
import assert from "node:assert/strict";
import { type Console, startConsole } from "../../../ui/test/console-page.ts";
import { createEveryNoun, type EveryNoun } from "../../../ui/test/every-noun.ts";
import { crawl, dealCases, type ScreenCase } from "../../../ui/test/screen-crawl.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** A round is one page that is loaded; all cases are about 1 200. */
export const rounds = 1200;

export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory(async (directory) => {
    const running = await startConsole(directory);
    try {
      const nouns = await createCrawledNouns(running);
      const cases: ScreenCase[] = [];
      while (cases.length < rounds) cases.push(...dealCases(nouns, Date.now(), random));
      const defects = await crawl(running, cases.slice(0, rounds));
      assert.deepEqual(defects, [], defects.join("\n\n"));
      return `${rounds} pages loaded, none broken`;
    } finally {
      await running.close();
    }
  });

/** One of everything, with an id that has to be escaped. */
export function createCrawledNouns({ program }: Console): Promise<EveryNoun> {
  let count = 0;
  const line = () => `Something ${++count}`;
  return createEveryNoun(program, { project: "every", instance: "eu.1/a", line, login: "mia@example.com", build: "rc1" });
}
