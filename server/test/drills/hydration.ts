/** Hydrates pages with the gate in every supported version of React. */
import { hydrationCases, openHydrationPages } from "../../../sdk/js/react/test/hydration/hydration-pages.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** A round is one case; there are 144. */
export const rounds = 144;

export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory(async (directory) => {
    const pages = await openHydrationPages(directory);
    try {
      const order = hydrationCases().map((tested) => ({ tested, at: random() }));
      const cases = order.sort((one, other) => one.at - other.at).slice(0, rounds);
      for (const { tested } of cases) {
        await pages.check(tested).catch((cause: unknown) => {
          throw new Error(JSON.stringify(tested), { cause });
        });
      }
      return `${cases.length} cases hydrated, each without and with a kept answer`;
    } finally {
      await pages.close();
    }
  });
