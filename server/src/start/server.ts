import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { applyPendingGrants, offerFirstAccount } from "../accounts/account-link.ts";
import { adminApi } from "../admin/admin-api.ts";
import type { Log } from "../base/log.ts";
import { runtimeOrigin } from "../base/program-files.ts";
import type { Settings } from "../base/settings.ts";
import { setZoneFiles } from "../base/zone-data.ts";
import { BuiltFiles } from "../pages/built-files.ts";
import { builtConsole } from "../pages/console-build.ts";
import { ConsolePage } from "../pages/console-page.ts";
import { DocsPage } from "../pages/docs-page.ts";
import { FeedApi } from "../pages/feeds/feed-api.ts";
import { SignInPage } from "../pages/sign-in-page.ts";
import { readLimits } from "../reads/limits/rate-limits.ts";
import type { RouteHandlers } from "../reads/listener/listener-routes.ts";
import type { Row } from "../store/store.ts";
import { firstAdminToken } from "./first-admin-token.ts";
import { listenerOpener } from "./listeners.ts";
import { demoLines, restoreDemo } from "./restore-demo.ts";
import { restoreEmptyDirectory } from "./restore-empty.ts";
import type { RunningServer, ServerOptions } from "./running-server.ts";
import { type ServerParts, serverParts } from "./server-parts.ts";
import { proxyWarning, refuseStart, startWarning } from "./start-warnings.ts";
import { interruptionText, StoreStart } from "./store-start.ts";

/** Milliseconds: the store may hang. Later writes are lost, at most counts. */
const lastWrites = 5_000;

/** @throws invalid, unavailable: with a sentence for the operator */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  refuseStart(settings, options);
  setZoneFiles(settings.tzdata);
  const parts = await serverParts(settings, options);
  const { listeners, record, cleanup, openings, started, services } = parts;
  const { log, version } = options;
  const banner = new Banner(log);
  let start: StoreStart | null = null;
  const stop = (delay: number) => stopServer(parts, start, delay);
  try {
    const routeHandlers = createRouteHandlers(parts, settings, options);
    start = storeStart(parts, settings, options, banner);
    let interruption = await start.opened();
    openings.start();
    const openOne = listenerOpener(routeHandlers, settings, options);
    await listeners.open(openOne);
    // The listeners answer 503 until this is done: monitoring sees a starting process, not a dead one.
    interruption = await start.answering(interruption);
    await listeners.openShared(openOne);
    started.resolve();
    // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
    timeText(0, "en", "UTC");
    await record.keep(listeners.urls.admin, log);
    cleanup.start(services.publisher, Math.random());
    const listening = [`Drawbridge ${version} is listening: ${listeners.text}`, `The console: ${listeners.publicUrl}/console/`];
    const ofProxy = proxyWarning(settings);
    const logged = [startWarning(process.version, runtimeOrigin()), ofProxy];
    for (const warning of logged) if (warning !== null) log.warn?.({ event: "server.warning" }, warning);
    const warnings = ofProxy === null ? [] : [`Warning: ${ofProxy}`];
    if (interruption !== null) warnings.push(`Warning: ${interruptionText(interruption)}`);
    return {
      urls: listeners.urls,
      banner: [...listening, ...warnings, ...banner.print()],
      stop: () => stop(settings.stopDelay),
    };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

function createRouteHandlers(
  { counts, limits, leaving, services }: ServerParts,
  settings: Settings,
  { now = Date.now, consoleFiles = builtConsole }: ServerOptions,
): RouteHandlers {
  const { store, publisher, catalog, feedTokens, edges } = services;
  const built = new BuiltFiles(consoleFiles);
  return {
    catalog,
    now,
    counts,
    admin: adminApi(services),
    console: new ConsolePage(built, randomBytes),
    signIn: new SignInPage(),
    docs: new DocsPage(built),
    feeds: new FeedApi({ store, publisher, now, tokens: feedTokens }),
    edge: edges,
    readLimits: readLimits({ ...limits, clientAddress: services.clientAddress }),
    shedding: limits.shedding,
    isPublicHttps: settings.publicUrl?.startsWith("https:") ?? false,
    clientAddress: services.clientAddress,
    isLeaving: () => leaving.began,
  };
}

function storeStart(
  { late, cluster, nodeObjects, usage, listeners, services }: ServerParts,
  settings: Settings,
  { demo, log, command = "drawbridge", isTerminal = false, now = Date.now }: ServerOptions,
  banner: Banner,
): StoreStart {
  const { store, publisher, accessTokens, follower, publicUrl } = services;
  const { data } = settings;
  const isShared = settings.databaseUrl !== null;
  let rows: readonly Row[] = [];
  return new StoreStart({
    open: [
      async () => banner.show(await restoreEmptyDirectory(settings, log, now())),
      () => late.open(),
      () => cluster.join(),
      async () => {
        if (demo) await restoreDemo({ data, store, now: now(), randomBytes });
      },
    ],
    load: [
      async () => {
        rows = await follower.start();
        await nodeObjects.stop();
      },
      async () => {
        await usage.start(rows);
        rows = [];
      },
    ],
    write: [
      () => firstAdminToken(settings, publisher, accessTokens, now(), randomBytes),
      () => applyPendingGrants({ store, publisher }),
      async () => {
        if (demo) banner.show(await demoLines(data, publisher, listeners.urls, command, now()));
        else banner.show(firstProjectLines(services.catalog.size.projects, command));
      },
      async () => {
        // Lines after the banner go to the log, where the link must not be: then it goes to a file.
        const mayPrint = isTerminal && !banner.isPrinted;
        banner.show(await offerFirstAccount({ store, now, randomBytes, publicUrl, data, isTerminal: mayPrint, isShared }));
      },
    ],
    kept: () => nodeObjects.kept(),
    restore: async (kept, problem) => {
      await follower.restore(kept, problem);
      nodeObjects.start();
    },
    failed: (problem) => follower.away(problem),
    log,
  });
}

async function stopServer(parts: ServerParts, start: StoreStart | null, delay: number): Promise<void> {
  const { store, events, edges, follower, tokenUse, webhooks } = parts.services;
  parts.leaving.began = true;
  parts.started.resolve();
  await Promise.race([start?.stop(), sleep(lastWrites, undefined, { ref: false })]);
  if (delay > 0) await sleep(delay);
  parts.openings.stop();
  parts.clock.stop();
  // Streams run until closed, so no grace period is long enough for one.
  events.close();
  edges.close();
  await parts.listeners.stop();
  const followed = follower.stop().then(() => parts.replica.close());
  const written = Promise.all([
    followed,
    tokenUse.flush(),
    parts.usage.stop(),
    parts.cleanup.stop(),
    parts.cluster.leave(),
    parts.nodeObjects.close(),
    parts.shipper?.stop(),
    webhooks.stop(),
  ]);
  await Promise.race([written, sleep(lastWrites, undefined, { ref: false })]);
  await store.close();
  parts.record.remove();
  parts.processWatch.stop();
}

class Banner {
  readonly #log: Pick<Log, "info">;
  #lines: string[] | null = [];

  constructor(log: Pick<Log, "info">) {
    this.#log = log;
  }

  get isPrinted(): boolean {
    return this.#lines === null;
  }

  show(lines: readonly string[]): void {
    if (this.#lines) this.#lines.push(...lines);
    else for (const line of lines.filter(Boolean)) this.#log.info?.({ event: "server.message" }, line);
  }

  print(): readonly string[] {
    const lines = this.#lines ?? [];
    this.#lines = null;
    return lines;
  }
}

function firstProjectLines(projects: number, command: string): string[] {
  if (projects > 0) return [];
  return [
    "",
    `There is no project yet. In another terminal, write a manifest with ${command} init, then apply it:`,
    `  ${command} apply -f drawbridge.yaml --create-key app`,
  ];
}
