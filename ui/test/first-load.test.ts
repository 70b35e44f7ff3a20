import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { signIn } from "./account.ts";
import { becomes, consoleForTests } from "./console-page.ts";

/** Bytes until the heading, compressed, of files and answers. */
const budget = 230_000;
/** Connections are few and slow on a phone, where each chunk costs a round trip. */
const maxRequests = 12;
/** The sign-in page is the smallest page. */
const maxRatio = 2;
const dist = join(import.meta.dirname, "..", "dist");

const running = consoleForTests();

interface Fetched {
  readonly path: string;
  /** Compressed, with headers. */
  readonly bytes: number;
}

/** The page counts the requests that end before its heading is drawn, with an empty cache. */
async function untilHeading(path: string, isSignedIn: boolean): Promise<readonly Fetched[]> {
  // The table of a zone with clock changes comes before the heading.
  const { page } = await running.visitor({ timezoneId: "America/New_York" });
  if (isSignedIn) await signIn(page.context(), running.program, "administrator");
  await page.addInitScript(noteHeading);
  await page.goto(running.program.urls.admin + path);
  await becomes(() => page.evaluate(() => performance.getEntriesByName("heading").length), 1);
  const entries = await page.evaluate(() => {
    const [heading] = performance.getEntriesByName("heading");
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return (all as PerformanceResourceTiming[])
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= (heading?.startTime ?? 0))
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }));
  });
  return entries;
}

/** Runs in the page, before a screen can have asked for anything. */
function noteHeading(): void {
  const observer = new MutationObserver(() => {
    const headings = [...document.querySelectorAll("h1")];
    if (!headings.some((heading) => heading.checkVisibility() && heading.textContent)) return;
    observer.disconnect();
    performance.mark("heading");
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** The heading waits for files, the session and its time zone; other answers may come before it. */
const isWaitedFor = ({ path }: Fetched) => !path.startsWith("/admin/") || /\/(?:session|time-zones)$/.test(path);

test("the overview takes at most twelve requests to its heading, and at most twice those of the sign-in page", async () => {
  const overview = (await untilHeading("/console/", true)).filter(isWaitedFor);
  const signInPage = await untilHeading("/sign-in", false);
  const total = overview.reduce((sum, { bytes }) => sum + bytes, 0);
  const message = `${total} bytes in ${overview.length} requests, ${signInPage.length} of the sign-in page: ${JSON.stringify(overview)}`;
  const paths = overview.map(({ path }) => path).join();
  assert.match(paths, /overview-screen/);
  assert.match(paths, /\.woff2/);
  assert.doesNotMatch(paths, /(?:maintenance|messages|settings)-screen/, "unvisited screens are not loaded");
  assert.ok(overview.length <= maxRequests && overview.length <= maxRatio * signInPage.length, message);
  assert.ok(total < budget, message);
  assert.ok(total > 100_000, `this cannot be all: ${message}`);
});

test("every component of the library that a screen uses has its styles", () => {
  const source = join(import.meta.dirname, "..", "src");
  const styles = readFileSync(join(source, "component-styles.css"), "utf8");
  const available = readdirSync(join(import.meta.dirname, "..", "..", "node_modules", "@mantine", "core", "styles"));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const imports = files.flatMap((file) => [
    ...readFileSync(join(source, file), "utf8").matchAll(/import \{([^}]*)\} from "@mantine\/core"/g),
  ]);
  const names = new Set(imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim())));
  const own = [...names].filter((name) => available.includes(`${name}.layer.css`));
  assert.deepEqual(
    own.filter((name) => !styles.includes(`/${name}.layer.css`)),
    [],
  );
  assert.ok(own.length > 20);
});

test("no script has the schemas of the API: zod is as large as all screens together", () => {
  const scripts = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
  const withZod = scripts.filter((name) => readFileSync(join(dist, "assets", name), "utf8").includes("_zod"));
  assert.deepEqual(withZod, []);
  assert.ok(scripts.length > 10);
});

test("nothing is served but what the console needs: no source, no map, no test", async () => {
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    // The pages of docs/ name files of the repository.
    if (name.startsWith("docs")) continue;
    if (!/\.(?:js|css|html|svg)$/.test(name)) {
      assert.match(name, /^assets$|\.(?:br|gz|woff2)$/);
      continue;
    }
    const text = readFileSync(join(dist, name), "utf8");
    assert.doesNotMatch(text, /sourceMappingURL|node:test|axe\.run|playwright|\.test\.ts|react-dom-client\.development/, name);
    assert.equal((await fetch(`${running.program.urls.admin}/console/${name}.map`)).status, 404);
  }
});
