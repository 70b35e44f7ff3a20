/** The core in Dart, compiled to JavaScript, in Chromium against the real server: its transport there is `fetch`. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser } from "../../../server/test/browser.ts";
import type { Ended } from "../../test/debian-root.ts";
import type { RealServerEnv } from "./real-server.ts";
import { compileForWeb } from "./toolchain.ts";

interface GatePage {
  gateUrl: string;
  gateKey: string;
  gateStatus?: string;
}

/** `requests` are those of the start and of four polls. */
const expected: readonly { readonly key: "right" | "wrong"; readonly status: string; readonly requests: string }[] = [
  { key: "right", status: "update_required, network, no problem, true", requests: "1 preflight, 5 GET, 4 of them 304" },
  { key: "wrong", status: "open, default, refused, false", requests: "" },
];

export async function runInChromium(root: string, limit: number, env: RealServerEnv): Promise<Ended> {
  const compiled = await compileForWeb(root, limit);
  if (compiled.code !== 0) return compiled;
  const content = readFileSync(compiled.output, "utf8");
  const browser = await openBrowser();
  // A page without an origin has no cache.
  const site = createServer((_req, res) => res.setHeader("content-type", "text/html").end("<!doctype html>"));
  await once(site.listen(0, "127.0.0.1"), "listening");
  const lines: string[] = [];
  let isRight = true;
  try {
    for (const { key, status, requests } of expected) {
      const { page } = await browser.visitor();
      await page.clock.install();
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const seen = { preflights: 0, gets: 0, unchanged: 0 };
      const network = await page.context().newCDPSession(page);
      await network.send("Network.enable");
      network.on("Network.requestWillBeSent", ({ request: { method, url } }) => {
        if (url.startsWith(env.TEST_SERVER)) seen[method === "OPTIONS" ? "preflights" : "gets"]++;
      });
      network.on("Network.responseReceivedExtraInfo", ({ statusCode }) => (seen.unchanged += statusCode === 304 ? 1 : 0));
      await page.evaluate(
        ([url, text]) => Object.assign(globalThis, { gateUrl: url, gateKey: text }),
        [env.TEST_SERVER, key === "right" ? env.TEST_KEY : "dbr_wrong"],
      );
      await page.addScriptTag({ content });
      const found = await page.waitForFunction(() => (globalThis as unknown as GatePage).gateStatus);
      const shown = await found.jsonValue();
      for (let polls = 1; requests !== "" && polls < 5; polls++) {
        const answered = page.waitForResponse((response) => response.url().startsWith(env.TEST_SERVER));
        await page.clock.runFor(7000);
        await answered;
      }
      const sent = `${seen.preflights} preflight, ${seen.gets} GET, ${seen.unchanged} of them 304`;
      lines.push(`with a ${key} key: ${shown}; ${sent}`);
      isRight &&= shown === status && (requests === "" || sent === requests);
    }
  } finally {
    site.closeAllConnections();
    site.close();
    await browser.close();
  }
  return { code: isRight ? 0 : 1, text: lines.join("\n") };
}
