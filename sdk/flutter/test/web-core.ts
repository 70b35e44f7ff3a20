/** The core in Dart, compiled to JavaScript, in Chromium against the real server: its transport there is `fetch`. */
import { readFileSync } from "node:fs";
import { openBrowser } from "../../../server/test/browser.ts";
import type { RealServerEnv } from "./real-server.ts";
import { compileForWeb, type Ended } from "./toolchain.ts";

interface GatePage {
  gateUrl: string;
  gateKey: string;
  gateStatus?: string;
}

const expected: readonly [key: "right" | "wrong", status: string][] = [
  ["right", "update_required, network, no problem, true"],
  ["wrong", "open, default, refused, false"],
];

export async function runInChromium(root: string, limit: number, env: RealServerEnv): Promise<Ended> {
  const compiled = await compileForWeb(root, limit);
  if (compiled.code !== 0) return compiled;
  const content = readFileSync(compiled.output, "utf8");
  const browser = await openBrowser();
  const lines: string[] = [];
  let isRight = true;
  try {
    for (const [key, wanted] of expected) {
      const { page } = await browser.visitor();
      await page.evaluate(
        ([url, text]) => Object.assign(globalThis, { gateUrl: url, gateKey: text }),
        [env.TEST_SERVER, key === "right" ? env.TEST_KEY : "dbr_wrong"],
      );
      await page.addScriptTag({ content });
      const found = await page.waitForFunction(() => (globalThis as unknown as GatePage).gateStatus);
      const status = await found.jsonValue();
      lines.push(`with a ${key} key: ${status}`);
      isRight &&= status === wanted;
    }
  } finally {
    await browser.close();
  }
  return { code: isRight ? 0 : 1, text: lines.join("\n") };
}
