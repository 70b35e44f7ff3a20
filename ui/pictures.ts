/** Run by `npm run pictures`; the screens go to `ui/screens`. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { takePicture } from "../server/test/browser.ts";
import { createCrawledNouns } from "../server/test/drills/screens.ts";
import { goTo } from "./test/account.ts";
import { startConsole, watchForIdle } from "./test/console-page.ts";
import { visitMainPictures } from "./test/main-pictures.ts";
import { looks } from "./test/screen-crawl.ts";
import { screenStates } from "./test/screen-list.ts";

async function inTemporaryDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-pictures-"));
  await use(directory).finally(() => rmSync(directory, { recursive: true, force: true }));
}

/** @param to directory of the files, `<name>.webp` each */
export async function takeMainPictures(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await inTemporaryDirectory((directory) =>
    visitMainPictures(directory, async ({ name }, { page }) => {
      await watchForIdle(page)();
      await showUsualValues(page);
      await takePicture(page, join(to, `${name}.webp`));
    }),
  );
}

/** Replaces the random port and key, by which each picture would differ, with usual ones. */
async function showUsualValues(page: Page): Promise<void> {
  await page.evaluate((host) => {
    const ending = /KEY-ENDING-IN-([\w-]+)/.exec(document.body.textContent ?? "")?.[1] ?? host;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = (text.nodeValue ?? "").replaceAll(host, "127.0.0.1:8080").replaceAll(ending, "X7Kq");
  }, new URL(page.url()).host);
}

async function takeEveryScreen(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await inTemporaryDirectory(async (directory) => {
    const running = await startConsole(directory);
    try {
      const states = screenStates(await createCrawledNouns(running));
      const { page } = await running.open({ locale: "en-GB", timezoneId: "Europe/Rome" });
      const settled = watchForIdle(page);
      for (const [index, { route, address }] of states.entries()) {
        for (const { name, colorScheme, viewport } of looks.filter((look) => ["1440", "1440, dark", "390"].includes(look.name))) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          await goTo(page, running.program, address);
          await settled();
          const file = `${route.replace(/Route$/, "")} ${index} ${name}.png`.replaceAll(/[^\w.]+/g, "-");
          await page.screenshot({ path: join(to, file), animations: "disabled" });
        }
      }
    } finally {
      await running.close();
    }
  });
}

if (import.meta.main) {
  await takeMainPictures(join(import.meta.dirname, "..", "docs", "pictures"));
  await takeEveryScreen(join(import.meta.dirname, "screens"));
}
