/** The composition root of an edge: settings → copy → catalog → listen, without a store, and without the admin API. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { Catalog } from "../catalog/catalog.ts";
import { DataSpace } from "../data-space.ts";
import { clientAddress } from "../http/client-address.ts";
import { servesReads } from "../http/duties-by-address.ts";
import { routed } from "../http/duty.ts";
import { openListener } from "../http/listener.ts";
import { loggedAddress } from "../http/logged-address.ts";
import { readLimits } from "../http/read-limits.ts";
import { type ServerLimits, serverLimits } from "../limits/server-limits.ts";
import { type DutyUrls, Listeners } from "../listeners.ts";
import { catalogMetrics } from "../metrics/catalog-metrics.ts";
import { edgeFollowerMetrics, edgeMetrics } from "../metrics/edge-metrics.ts";
import { EventLoop } from "../metrics/event-loop.ts";
import { limitMetrics } from "../metrics/limit-metrics.ts";
import { OpenFiles } from "../metrics/open-files.ts";
import { processMetrics } from "../metrics/process-metrics.ts";
import { ReadCounts } from "../metrics/read-counts.ts";
import { readMetrics } from "../metrics/read-metrics.ts";
import { Registry } from "../metrics/registry.ts";
import { sourceMetrics } from "../metrics/source-metrics.ts";
import type { RunningServer, ServerOptions } from "../server.ts";
import type { Settings } from "../settings.ts";
import type { CopyLimits } from "../snapshot/row-fields.ts";
import type { SourceStatus } from "../source-status.ts";
import { runtimeWarning } from "../start/runtime-floor.ts";
import { EdgeDisk, type EdgeReader } from "./edge-disk.ts";
import { EdgeFollower, type EdgeTiming } from "./edge-follower.ts";
import type { HubLimits } from "./edge-hub.ts";
import { EdgeOrigin } from "./edge-origin.ts";
import { EdgeWatch } from "./edge-watch.ts";
import { HeldCopy } from "./held-copy.ts";

export interface EdgeOptions extends Pick<ServerOptions, "log" | "version" | "now" | "lameDuck"> {
  readonly timing?: Partial<EdgeTiming>;
  readonly limits?: Partial<CopyLimits>;
  readonly hubLimits?: Partial<HubLimits>;
}

export interface RunningEdge extends RunningServer {
  status(): SourceStatus;
  /** What it has taken in, and who follows it in turn. */
  readonly follower: EdgeFollower;
  readonly edges: EdgeOrigin;
}

/** Milliseconds. */
const usageDropEvery = 60_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startEdge(settings: Settings, options: EdgeOptions): Promise<RunningEdge> {
  const { now = Date.now } = options;
  refuseStore(settings);
  const upstream = upstreamOf(settings);
  const catalog = new Catalog();
  const held = new HeldCopy();
  const edges = edgesOf(settings, held, options);
  const follower = new EdgeFollower({
    ...options,
    ...upstream,
    held,
    disk: diskOf(settings, upstream.origin, held, { ...options, now }),
    reader: readerOf(catalog, edges),
    followers: () => edges.hub.size,
    now,
  });
  const listeners = new Listeners(settings);
  const loop = new EventLoop();
  const files = new OpenFiles({ log: options.log });
  const dataSpace = new DataSpace(settings.data);
  const leaving = { began: false };
  // An edge tells nobody who asks: what is counted is let go of.
  const dropping = setInterval(() => dropUsage(catalog, now()), usageDropEvery).unref();
  const stop = async (delay: number) => {
    leaving.began = true;
    if (delay > 0) await sleep(delay);
    // Streams go on until somebody ends them: no grace is long enough for one.
    edges.close();
    await listeners.stop();
    clearInterval(dropping);
    for (const sampled of [loop, files, dataSpace]) sampled.stop();
    await follower.stop();
  };
  try {
    await listen(settings, options, { catalog, edges, follower, loop, files, dataSpace, leaving, listeners });
    follower.start();
    // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
    timeText(0, "en", "UTC");
    const warning = runtimeWarning(process.version);
    if (warning !== null) options.log.warn?.({}, warning);
    const banner = bannerOf(settings, options.version, listeners.urls, held);
    const own = { status: () => follower.status(), follower, edges };
    return { urls: listeners.urls, workers: null, banner, stop: () => stop(settings.stopDelay), ...own };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Ignoring a setting would be worse than refusing it. @throws invalid */
function refuseStore({ workers, databaseUrl }: Settings): void {
  const one = {
    path: "DRAWBRIDGE_WORKERS",
    message: "is of a server with a store: an edge is one process, so run several edges",
  };
  const none = { path: "DRAWBRIDGE_DATABASE_URL", message: "is of a server with a store: an edge has none" };
  throwIfAny([...(workers > 0 ? [one] : []), ...(databaseUrl === null ? [] : [none])], "The environment of an edge");
}

/** @throws invalid */
function upstreamOf({ edgeOrigin: origin, edgeToken: token }: Settings): { readonly origin: string; readonly token: string } {
  if (origin === null) throw new DrawbridgeError("invalid", "An edge needs the address of its origin: serve --edge https://…");
  if (token !== null) return { origin, token };
  throw new DrawbridgeError(
    "invalid",
    "An edge needs a token of its origin in DRAWBRIDGE_EDGE_TOKEN: drawbridge edge-token create makes one.",
  );
}

function diskOf(
  { data: directory }: Settings,
  origin: string,
  held: HeldCopy,
  { log, now, limits, timing }: EdgeOptions & { readonly now: () => number },
): EdgeDisk {
  return new EdgeDisk({ directory, origin, held, log, now, limits, saveAfter: timing?.saveAfter });
}

/** For those that follow this edge in turn. */
function edgesOf(settings: Settings, held: HeldCopy, { now = Date.now, hubLimits }: EdgeOptions): EdgeOrigin {
  return new EdgeOrigin({
    source: held,
    trustedProxies: settings.trustedProxies,
    unknownTokenLimit: settings.unknownKeyLimit,
    closedTo: () =>
      held.state?.projects ? "This edge has some projects alone, and cannot be followed: follow its origin." : null,
    now,
    randomBytes,
    ...(hubLimits ? { limits: hubLimits } : {}),
  });
}

function readerOf(catalog: Catalog, { hub }: EdgeOrigin): EdgeReader {
  return {
    load(rows, head, changes, commit) {
      if (catalog.head === null) catalog.load(rows, head);
      // What stayed as it was is not compiled again.
      else catalog.apply(changes, head);
      hub.load(rows, head, { id: commit });
    },
    apply(changes, head, commit) {
      catalog.apply(changes, head);
      hub.apply(changes, head, { id: commit });
    },
    rerouted: () => hub.endStreams(),
  };
}

interface Parts {
  readonly catalog: Catalog;
  readonly edges: EdgeOrigin;
  readonly follower: EdgeFollower;
  readonly loop: EventLoop;
  readonly files: OpenFiles;
  readonly dataSpace: DataSpace;
  readonly leaving: { readonly began: boolean };
  readonly listeners: Listeners;
}

/** The listeners answer 503 until there is a copy: whoever watches sees a start, not an absence. */
async function listen(settings: Settings, options: EdgeOptions, parts: Parts): Promise<void> {
  const { log, lameDuck, now = Date.now } = options;
  const { catalog, edges, leaving, listeners } = parts;
  const limits = serverLimits(settings);
  const counts = new ReadCounts();
  const duties = {
    catalog,
    now,
    counts,
    admin: watchOf(settings, options, parts, { counts, limits }),
    edge: edges.api,
    readLimits: readLimits({ ...limits, clientAddress: clientAddress(settings.trustedProxies) }),
    shedding: limits.shedding,
    isLeaving: () => leaving.began,
  };
  const own = lameDuck === undefined ? {} : { limits: { lameDuck } };
  await listeners.open((address, duty) =>
    openListener({
      address,
      onRequest: routed(duties, duty),
      cors: servesReads(duty),
      log,
      loggedAddress: loggedAddress(settings),
      ...own,
    }),
  );
}

interface Counted {
  readonly counts: ReadCounts;
  readonly limits: ServerLimits;
}

function watchOf(
  settings: Settings,
  { version, now = Date.now }: EdgeOptions,
  { catalog, edges, follower, loop, files, dataSpace, listeners }: Parts,
  { counts, limits }: Counted,
): EdgeWatch {
  const startedAt = Math.round(performance.timeOrigin);
  const sources = () => [follower.status()];
  const metrics = new Registry();
  metrics.add(...processMetrics({ version, startedAt, loop, files, dataSpace }));
  metrics.add(...readMetrics({ catalog, counts, listeners: () => listeners.opened, now }));
  metrics.add(...catalogMetrics({ catalog }));
  metrics.add(...sourceMetrics({ sources, now }));
  metrics.add(...limitMetrics({ limits }));
  metrics.add(...edgeMetrics({ edges, now }), ...edgeFollowerMetrics(follower));
  const programStatus = {
    startedAt,
    listeners: () => listeners.status,
    sources,
    readProcesses: () => null,
    edges: () => edges.hub.size,
  };
  const readUrls = () => listeners.readUrls;
  const { metricsToken } = settings;
  return new EdgeWatch({ metricsToken, metrics, catalog, storeKind: "edge", version, readUrls, programStatus, now });
}

function dropUsage({ usage }: Catalog, now: number): void {
  usage.take();
  usage.takeGone();
  usage.forgetOld(now);
}

function bannerOf({ edgeOrigin, data }: Settings, version: string, urls: DutyUrls, { state }: HeldCopy): string[] {
  const { config, maintenance, edge } = urls;
  const reads = config === maintenance ? config : `/config on ${config}, /maintenance on ${maintenance}`;
  const forEdges = edge === config ? "" : `, edges on ${edge}`;
  const from =
    state === null
      ? "It answers when the first copy has come."
      : `It answers from revision ${state.head.revision}, which is in ${join(data, "edge-copy")}.`;
  return [`Drawbridge ${version} is an edge of ${edgeOrigin}, and is listening: ${reads}${forEdges}`, from];
}
