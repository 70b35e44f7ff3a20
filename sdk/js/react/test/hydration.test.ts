/** Pages that a server renders, in three versions of React. `npm run drills -- hydration` tests all combinations. */
import { after, before, test } from "node:test";
import { randomFrom } from "../../../../server/test/drills/drill.ts";
import { runSeed } from "../../../../server/test/run-seed.ts";
import { temporaryDirectories } from "../../../../server/test/temporary-directory.ts";
import { type HydrationPages, hydrationCases, openHydrationPages } from "./hydration/hydration-pages.ts";

const directories = temporaryDirectories();
let pages: HydrationPages;
before(async () => {
  pages = await openHydrationPages(directories());
});
after(() => pages.close());

const random = randomFrom(runSeed);
for (const version of ["18.3", "19.2", "19.3"]) {
  for (const build of ["development", "production"]) {
    const cases = hydrationCases().filter((tested) => tested.version === version && tested.build === build);
    for (const _ of [1, 2]) {
      const [tested] = cases.splice(Math.floor(random() * cases.length), 1);
      if (!tested) continue;
      test(`React ${version} (${build}) hydrates a page with the gate, first and with a kept answer: ${tested.flags.join(", ") || "plain"}`, () =>
        pages.check(tested));
    }
  }
}
