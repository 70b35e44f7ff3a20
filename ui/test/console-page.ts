/** The real program and browser. Errors, violations of the content policy and requests to other hosts fail a test. */
import assert from "node:assert/strict";
import { after, before, getTestContext } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContextOptions, Page, Request } from "playwright-core";
import { buildConsole } from "../../server/src/pages/console-build.ts";
import { assertAccessible, openBrowser, type TestBrowser, type Visitor } from "../../server/test/browser.ts";
import { freeAddress } from "../../server/test/free-port.ts";
import { type Program, type ReadBody, startProgram } from "../../server/test/running-program.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { addSession, goTo, signIn, type WantedRole } from "./account.ts";

export interface ConsoleOptions extends BrowserContextOptions {
  /** Below /console/. */
  readonly path?: string;
  /** Default: administrator. */
  readonly role?: WantedRole;
  /** Replaces the account of the role. */
  readonly login?: string;
  /** Epoch ms at which the page's clock stands still. */
  readonly instant?: number;
}

export interface ConsolePage {
  readonly page: Page;
  /** Fails after a complaint, and forgets it, as does the end of the test. */
  assertClean(): void;
  accessible(): Promise<void>;
  close(): Promise<void>;
}

export interface Console {
  /** Another one after `comeBack`. */
  readonly program: Program;
  goAway(): Promise<void>;
  /** At the same address, with the same data. */
  comeBack(): Promise<void>;
  /** The admin API with the first access token. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ReadBody>;
  open(options?: ConsoleOptions): Promise<ConsolePage>;
  /** A signed-out browser context, without a page. */
  visitor(options?: BrowserContextOptions): Promise<ConsolePage>;
  close(): Promise<void>;
}

/** The name of a project can come after the screen. */
export async function titled(page: Page, title: string): Promise<void> {
  await becomes(() => page.title(), title);
}

/** Without loading the page again, as links do. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((url) => history.pushState(null, "", url), `/console/${path}`);
}

export async function drawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/** A dialog takes the focus by two timers, the second once it is drawn. */
export async function dialogOpened(page: Page): Promise<void> {
  await page.locator("[role=dialog]:focus-within").last().waitFor();
  await drawn(page);
  await page.evaluate("new Promise((done) => setTimeout(done, 1))");
}

/** Reloads the page, which learns of no change: it neither gives up its unanswered stream nor polls. */
export async function deafen(page: Page): Promise<void> {
  await withoutTimers(page, "setInterval", 15_000);
  await withoutTimers(page, "setTimeout", 30_000);
  await page.route("**/events", () => undefined);
  await page.reload();
}

/** Applies from the next load on. @param least milliseconds */
async function withoutTimers(page: Page, timer: "setTimeout" | "setInterval", least: number): Promise<void> {
  await page.addInitScript(`{ const set = ${timer}; window.${timer} = (f, ms, ...a) => ms >= ${least} ? 0 : set(f, ms, ...a); }`);
}

export const shop = "acme-shop";

interface StartOptions {
  /** Epoch ms. */
  readonly now?: () => number;
  /** False means an empty server. */
  readonly example?: boolean;
  /** Replaces the example. */
  readonly demo?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startConsole(
  directory: string,
  { now, demo = false, example = !demo, env = {} }: StartOptions = {},
): Promise<Console> {
  const said: string[] = [];
  await buildConsole((line) => said.push(line)).done;
  const listen = { DRAWBRIDGE_LISTEN: await freeAddress() };
  const given = { directory, demo, example, env: { ...listen, ...env }, ...(now ? { now } : {}) };
  let program = await startProgram(given);
  const browser = await openBrowser();
  const opened: Visitor[] = [];
  return {
    get program() {
      return program;
    },
    goAway: () => program.stop(),
    comeBack: async () => {
      program = await startProgram(given);
    },
    send: (...request) => send(program, ...request),
    open: (options) => openConsole(program, browser, opened, options),
    visitor: (options) => visit(program, browser, opened, options),
    close: async () => {
      await Promise.all(opened.map((visitor) => visitor.close()));
      await browser.close();
      await program.stop();
    },
  };
}

/** Starts before the first test, in a directory of its own, and ends after the last. */
export function consoleForTests(options: StartOptions = {}): Console {
  const directories = temporaryDirectories();
  let running: Console;
  before(async () => {
    running = await startConsole(directories(), options);
  });
  after(() => running.close());
  return new Proxy({} as Console, { get: (_, member) => Reflect.get(running, member) });
}

/** Fails unless it succeeds. Gives the answer's body. */
export async function send(program: Program, ...request: Parameters<Console["send"]>): Promise<ReadBody> {
  const { status, body } = await program.admin(...request);
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}

async function openConsole(
  program: Program,
  browser: TestBrowser,
  opened: Visitor[],
  { path = "", role = "administrator", login, instant, ...options }: ConsoleOptions = {},
): Promise<ConsolePage> {
  const visitor = await visit(program, browser, opened, options);
  const { page } = visitor;
  if (instant !== undefined) await page.clock.setFixedTime(instant);
  if (login === undefined) await signIn(page.context(), program, role);
  else await addSession(page.context(), program, login);
  await goTo(page, program, path);
  return visitor;
}

async function visit(
  program: Program,
  browser: TestBrowser,
  opened: Visitor[],
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const visitor = await browser.visitor({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
  opened.push(visitor);
  const { page } = visitor;
  const complaints = visitor.complaints as string[];
  const assertClean = () => assert.deepEqual(complaints.splice(0), []);
  // A page that stays open reads again whatever later tests change.
  const context = getTestContext();
  if (context && "after" in context)
    context.after(async () => {
      const found = page.isClosed() ? [] : complaints.splice(0);
      await visitor.close();
      assert.deepEqual(found, []);
    });
  const { origin } = new URL(program.urls.admin);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== "data:") complaints.push(`a request to ${request.url()}`);
  });
  return {
    page,
    assertClean,
    accessible: () => assertAccessible(page),
    close: () => visitor.close(),
  };
}

/** Milliseconds. */
const patience = 30_000;

/** Waits for a value of a page. Fails with the last value. */
export async function becomes<T>(read: () => Promise<T>, wanted: T, message = ""): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    const value = await read();
    if (isDeepStrictEqual(value, wanted)) return;
    if (performance.now() > end) assert.deepEqual({ message, value }, { message, value: wanted });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** No text has this value. */
const gap = "\u0000";

/** Any values match, but for the first ones that are given. */
export function textPattern(text: (...values: never[]) => string, ...known: readonly string[]): RegExp {
  const values = Array.from({ length: text.length }, (_, index) => known[index] ?? gap) as never[];
  return new RegExp(
    text(...values)
      .split(gap)
      .map(RegExp.escape)
      .join(".*"),
  );
}

export function anyText(...texts: readonly string[]): RegExp {
  return new RegExp(texts.map(RegExp.escape).join("|"));
}

/** Listens from now on. Gives a function that waits until nothing is under way or left to be drawn. */
export function watchForIdle(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    // A page that is left reports no end of what it asked for.
    if (request.isNavigationRequest()) underWay.clear();
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

/** Runs in the page. */
async function idle(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  await new Promise<void>((done) => {
    requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 500 }));
  });
}
