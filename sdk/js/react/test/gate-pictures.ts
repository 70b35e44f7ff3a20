/**
 * Makes the pictures of the gate in `docs/pictures/`, in the browser and with the server of its tests: `npm run pictures`. Those of
 * Flutter are smaller copies of the pictures that its own tests compare.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { takePicture } from "../../../../server/test/browser.ts";
import { inTemporaryDirectory } from "../../../../server/test/temporary-directory.ts";
import { openGatePages, type PageOptions } from "./gate-pages.ts";

const pictures: Readonly<Record<string, PageOptions>> = {
  "gate-update": { version: "2.3.0" },
  "gate-update-dark": { version: "2.3.0", colorScheme: "dark" },
  "gate-maintenance": { instance: "eu-1" },
  "gate-right-to-left": { version: "2.3.0", language: "ar" },
  "gate-large-text": { instance: "eu-1", language: "de", textSize: 2, viewport: { width: 390, height: 1150 } },
  "gate-announced": { instance: "us-1" },
  "gate-recommended": { version: "2.5.0", colorScheme: "dark", viewport: { width: 900, height: 220 } },
};

/** @param to directory of the files */
export async function takeGatePictures(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await inTemporaryDirectory(async (directory) => {
    const pages = await openGatePages(join(directory, "data"));
    try {
      for (const [name, options] of Object.entries(pictures)) {
        const { page } = await pages.open({ timezoneId: "America/New_York", viewport: { width: 390, height: 560 }, ...options });
        await page.locator("[aria-labelledby], [aria-label]").filter({ visible: true }).first().waitFor();
        await takePicture(page, join(to, `${name}.webp`));
      }
      for (const name of ["update", "maintenance", "announced"]) {
        const { page } = await pages.open({ viewport: { width: 390, height: 780 } });
        const png = readFileSync(join(import.meta.dirname, `../../../flutter/screenshots/${name}.png`)).toString("base64");
        await page.goto("about:blank");
        await page.setContent(`<body style="margin: 0"><img alt="" height="780" src="data:image/png;base64,${png}">`);
        await takePicture(page, join(to, `flutter-${name}.webp`));
      }
    } finally {
      await pages.close();
    }
  });
}

if (import.meta.main) await takeGatePictures(join(import.meta.dirname, "..", "..", "..", "..", "docs", "pictures"));
