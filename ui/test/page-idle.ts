/** When a page has shown what it has to show. Its stream of events never ends, so that the network is never idle. */
import type { Page, Request } from "playwright-core";

/** Begin to listen before the page asks. Gives what waits until nothing is on its way, and nothing is left to be drawn. */
export function watchForIdle(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (!new URL(request.url()).pathname.endsWith("/events")) underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return async () => {
    // A response may lead to further requests.
    for (let quiet = 0; quiet < 3; quiet = underWay.size === 0 ? quiet + 1 : 0) await page.evaluate(idle);
    await page.locator(".mantine-Loader-root").first().waitFor({ state: "detached" });
  };
}

/** Runs in the page: resolves when it is drawn, still and idle. */
async function idle(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  await new Promise<void>((done) => {
    requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 500 }));
  });
}
