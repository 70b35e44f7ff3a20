/** Cost of a first visit over a slow line, measured on real responses to a browser. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { signIn } from "./account.ts";
import { type Console, fetchNothingAhead, startConsole, watchForIdle } from "./console-page.ts";

/** Bytes, compressed: the page, its scripts, styles and picture, and what the first screen asks for. */
const budget = 365_000;
/** Files of a visit, the page among them. Connections are few and slow on a phone: chunks of a kilobyte cost a round trip each. */
const maxFiles = 12;
const dist = join(import.meta.dirname, "..", "dist");

const directories = temporaryDirectories();
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it is sent, not unpacked. */
function sent(url: string): Promise<Sent> {
  return new Promise((done, fail) => {
    get(url, { headers: { "accept-encoding": "gzip, br" } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => done({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on("error", fail);
  });
}

const consoleUrl = (path: string) => `${running.program.urls.admin}/console/${path}`;

/** Addresses of what a browser with an empty cache fetches, and the bytes of what it was answered by the API. */
async function firstVisit(): Promise<{ readonly files: readonly string[]; readonly answers: number }> {
  const { page, assertClean } = await running.visitor();
  await signIn(page.context(), running.program, "administrator");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  // Preloading in idle time delays nothing.
  await fetchNothingAhead(page);
  const files: string[] = [];
  const answers: Promise<number>[] = [];
  const settled = watchForIdle(page);
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/console/")) files.push(pathname.slice("/console/".length));
    else
      answers.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize));
  });
  await page.goto(consoleUrl(""));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled();
  assertClean();
  return { files: [...new Set(files)], answers: (await Promise.all(answers)).reduce((sum, size) => sum + size, 0) };
}

test("the first visit is under 365 kB in at most twelve files", async () => {
  const { files, answers } = await firstVisit();
  assert.ok(files.includes("") && files.some((file) => /overview-screen-.*\.js$/.test(file)), files.join());
  assert.ok(!files.some((file) => /(?:maintenance|messages|settings)-screen/.test(file)), "unvisited screens are not loaded");
  const sizes = await Promise.all(
    files.map(async (file): Promise<[string, number]> => {
      const { headers, body } = await sent(consoleUrl(file));
      assert.equal(headers["content-encoding"], /\.(?:js|css|svg)$/.test(file) ? "br" : undefined, file);
      return [file, body.length];
    }),
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, answers);
  const told = (pairs: readonly [string, number][]) =>
    [...pairs]
      .sort((a, b) => b[1] - a[1])
      .map(([name, size]) => `${size} ${name || "the page"}`)
      .join("\n");
  const message = `${total} bytes, of which the API ${answers}:\n${told(sizes)}\n\nOther screens:\n${told(screenSizes())}`;
  assert.ok(total < budget, message);
  assert.ok(files.length <= maxFiles, files.join());
  assert.ok(total > 100_000, `this cannot be all: ${message}`);
});

/** Script of each screen, without shared chunks. */
function screenSizes(): [string, number][] {
  const names = readdirSync(join(dist, "assets")).filter((name) => /-screen-.*\.js\.br$/.test(name));
  return names.map((name) => [name, readFileSync(join(dist, "assets", name)).length]);
}

test("no script has the schemas of the API: zod is as large as all screens together", () => {
  const scripts = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
  const withZod = scripts.filter((name) => readFileSync(join(dist, "assets", name), "utf8").includes("_zod"));
  assert.deepEqual(withZod, []);
  assert.ok(scripts.length > 10);
});

test("nothing is served but what the console needs: no source, no map, no test", async () => {
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|css|html|svg)$/.test(name)) {
      assert.match(name, /^(?:assets|docs)$|\.(?:br|gz|woff2)$/);
      continue;
    }
    // The pages of docs/ name files of the repository.
    if (name.startsWith("docs")) continue;
    const text = readFileSync(join(dist, name), "utf8");
    assert.doesNotMatch(text, /sourceMappingURL|node:test|axe\.run|playwright|\.test\.ts|react-dom-client\.development/, name);
    assert.equal((await fetch(consoleUrl(`${name}.map`))).status, 404);
  }
});

test("files are kept for good under names that change with them, and the page is not kept", async () => {
  for (const name of readdirSync(join(dist, "assets")).filter((each) => /\.(?:js|css)$/.test(each))) {
    assert.match(name, /-[\w-]{8}\.(?:js|css)$/);
    const { headers } = await sent(consoleUrl(`assets/${name}`));
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable", name);
  }
  const pages = await Promise.all(["", "", "projects/x/connect/instances"].map((path) => sent(consoleUrl(path))));
  const nonces = pages.map(({ headers, body }) => {
    assert.equal(headers["cache-control"], "no-store");
    const [, nonce = ""] = /'nonce-([\w-]{22})'/.exec(String(headers["content-security-policy"])) ?? [];
    assert.ok(nonce !== "" && body.toString().includes(`nonce="${nonce}"`));
    return nonce;
  });
  assert.equal(new Set(nonces).size, pages.length);
});
