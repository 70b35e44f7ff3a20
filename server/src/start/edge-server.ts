/** settings → replica → catalog → listen */
import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { clientAddress } from "../base/http/client-address.ts";
import { Registry } from "../base/metrics.ts";
import { runtimeOrigin } from "../base/program-files.ts";
import type { Settings } from "../base/settings.ts";
import { shortId } from "../base/short-id.ts";
import { setZoneFiles } from "../base/zone-data.ts";
import { EdgeOrigin } from "../edges/edge-api.ts";
import { EdgeFollower, type EdgeReader, type EdgeTiming } from "../edges/edge-follower.ts";
import type { HubLimits } from "../edges/edge-hub.ts";
import { EdgeUsage } from "../edges/edge-usage.ts";
import { ClockWatch, elapsed } from "../log/clock-check.ts";
import type { SourceStatus } from "../log/source-status.ts";
import type { ObjectFollower } from "../objects/object-follower.ts";
import { edgeNotReady } from "../reads/catalog/answer.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { readLimits, serverLimits } from "../reads/limits/rate-limits.ts";
import type { RouteHandlers } from "../reads/listener/listener-routes.ts";
import { OpeningWatch } from "../reads/opening.ts";
import { ReadCounts } from "../reads/read-counts.ts";
import { ReadUsage } from "../reads/usage/read-usage.ts";
import { Replica } from "../replicas/replica.ts";
import type { ReplicaLimits } from "../replicas/row-fields.ts";
import { replicaName } from "../store/sqlite/lost-volume.ts";
import { EdgeWatch } from "../telemetry/edge-watch.ts";
import { processMetrics } from "../telemetry/process-metrics.ts";
import { ProcessWatch } from "../telemetry/process-watch.ts";
import { readMetrics } from "../telemetry/read-metrics.ts";
import { edgeFollowerMetrics, edgeMetrics, objectsMetrics, sourceMetrics } from "../telemetry/source-metrics.ts";
import { Listeners, listenerOpener, type RouteGroupUrls } from "./listeners.ts";
import type { RunningServer, ServerOptions } from "./running-server.ts";
import { startWarning } from "./start-warnings.ts";

export interface EdgeOptions extends Pick<ServerOptions, "log" | "version" | "now" | "lameDuck" | "clockEvery"> {
  /** `saveAfter` is the replica's, and `pollEvery` the object store's. */
  readonly timing?: Partial<EdgeTiming & { readonly saveAfter: number; readonly pollEvery: number }>;
  readonly limits?: Partial<ReplicaLimits>;
  readonly hubLimits?: Partial<HubLimits>;
}

export interface RunningEdge extends RunningServer {
  status(): SourceStatus;
  readonly follower: EdgeFollower;
  readonly edges: EdgeOrigin;
}

/** Milliseconds. */
const lastReport = 2_000;

/** @throws invalid, unavailable: with a sentence for the operator */
export async function startEdge(settings: Settings, options: EdgeOptions): Promise<RunningEdge> {
  const { now = Date.now } = options;
  refuseStore(settings);
  const upstream = upstreamOf(settings);
  setZoneFiles(settings.tzdata);
  const catalog = new Catalog(undefined, new ReadUsage({ seed: randomInt(2 ** 32) }), edgeNotReady(settings.objects !== null));
  const replica: Replica = new Replica({
    directory: settings.data,
    source: upstream.origin,
    checkedAt: () => (follower.status().state === "following" ? follower.status().checkedAt : null),
    log: options.log,
    now,
    limits: options.limits,
    saveAfter: options.timing?.saveAfter,
  });
  const objects = await openObjects(settings, { ...options, now });
  const usage = new EdgeUsage({
    ...upstream,
    usage: catalog.usage,
    process: shortId("p_", randomBytes),
    now,
    log: options.log,
  });
  const edges = edgesOf(settings, replica, usage, options);
  const loaded = Promise.withResolvers<void>();
  const follower = new EdgeFollower({
    ...options,
    ...upstream,
    replica,
    reader: readerOf(catalog, edges, loaded.resolve),
    objects,
    followers: () => edges.hub.size,
    now,
  });
  const openings = new OpeningWatch({ directory: settings.data, catalog, log: options.log, now, record: usage.record });
  const listeners = new Listeners(settings);
  const watch = new ProcessWatch(settings.data, options.log);
  const clock = new ClockWatch({ now, elapsed, log: options.log, every: options.clockEvery });
  const leaving = { began: false };
  const stop = async (delay: number) => {
    leaving.began = true;
    if (delay > 0) await sleep(delay);
    // Streams run until closed, so no grace period is long enough for one.
    edges.close();
    await listeners.stop();
    openings.stop();
    await Promise.race([usage.stop(), sleep(lastReport, undefined, { ref: false })]);
    for (const watched of [watch, clock]) watched.stop();
    await follower.stop();
  };
  try {
    openings.start();
    const parts = { catalog, openings, edges, follower, objects, watch, clock, leaving, listeners };
    const openOne = listenerOpener(createRouteHandlers(settings, options, parts), settings, options);
    // The listeners answer 503 until there is a replica.
    await listeners.open(openOne);
    follower.start();
    if (settings.sharedPort) await loaded.promise;
    await listeners.openShared(openOne);
    // The first formatter of a process costs some 30 ms: paid here, not by an app's first read.
    timeText(0, "en", "UTC");
    const warning = startWarning(process.version, runtimeOrigin());
    if (warning !== null) options.log.warn?.({ event: "server.warning" }, warning);
    const banner = bannerOf(settings, options.version, listeners.urls, replica);
    const own = { status: () => follower.status(), follower, edges };
    return { urls: listeners.urls, banner, stop: () => stop(settings.stopDelay), ...own };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Ignoring a setting would be worse than refusing it. @throws invalid */
function refuseStore({ databaseUrl }: Settings): void {
  const none = { path: "DRAWBRIDGE_DATABASE_URL", message: "applies only to a server with a store: an edge has none" };
  throwIfAny(databaseUrl === null ? [] : [none], "The environment of an edge");
}

function upstreamOf({ edgeOrigin: origin, edgeToken: token }: Settings): { readonly origin: string; readonly token: string } {
  if (origin === null) throw new DrawbridgeError("invalid", "An edge requires the address of its origin: serve --edge https://…");
  if (token !== null) return { origin, token };
  throw new DrawbridgeError(
    "invalid",
    "An edge requires a token of its origin in DRAWBRIDGE_EDGE_TOKEN: create one with drawbridge token create --kind edge.",
  );
}

/** Null means that no object store is set; then its code is not loaded. */
async function openObjects(
  settings: Settings,
  { log, now, timing }: EdgeOptions & { readonly now: () => number },
): Promise<ObjectFollower | null> {
  if (settings.objects === null) return null;
  const { openObjectFollower } = await import("../objects/open-objects.ts");
  return openObjectFollower(settings.objects, settings.objectsKey, { log, now, pollEvery: timing?.pollEvery });
}

function edgesOf(
  settings: Settings,
  replica: Replica,
  { forward }: EdgeUsage,
  { now = Date.now, hubLimits }: EdgeOptions,
): EdgeOrigin {
  return new EdgeOrigin({
    source: replica,
    rows: replica,
    trustedProxies: settings.trustedProxies,
    closedTo: () =>
      replica.state?.projects ? "This edge has only some projects and cannot be followed. Follow its origin instead." : null,
    usage: forward,
    now,
    randomBytes,
    limits: hubLimits,
  });
}

function readerOf(catalog: Catalog, { hub }: EdgeOrigin, loaded: () => void): EdgeReader {
  return {
    load(rows, head, changes, commit) {
      if (catalog.head === null || changes === null) catalog.load(rows, head);
      // Unchanged projects are not compiled again.
      else catalog.apply(changes, head);
      hub.load(rows, head, { id: commit });
      loaded();
    },
    apply(changes, head, commit) {
      catalog.apply(changes, head);
      hub.apply(changes, head, { id: commit });
    },
    rerouted: () => hub.endAll(),
  };
}

function createRouteHandlers(
  settings: Settings,
  { version, now = Date.now }: EdgeOptions,
  parts: {
    readonly catalog: Catalog;
    readonly openings: OpeningWatch;
    readonly edges: EdgeOrigin;
    readonly follower: EdgeFollower;
    readonly objects: ObjectFollower | null;
    readonly watch: ProcessWatch;
    readonly clock: ClockWatch;
    readonly leaving: { readonly began: boolean };
    readonly listeners: Listeners;
  },
): RouteHandlers {
  const { catalog, openings, edges, follower, objects, watch, clock, leaving, listeners } = parts;
  const limits = serverLimits(settings.keyLimit);
  const counts = new ReadCounts();
  const startedAt = Math.round(performance.timeOrigin);
  const sources = () => [follower.status()];
  const programStatus = {
    startedAt,
    listeners: () => listeners.status,
    sources,
    openings: () => openings.current,
    objects: () => objects?.status() ?? null,
    format: () => null,
    edges: () => edges.hub.size,
    clock: () => ({ ...clock.status, checkedAt: null }),
  };
  const metrics = new Registry();
  metrics.add(
    ...processMetrics({ version, startedAt, watch, clock: programStatus.clock }),
    ...readMetrics({ catalog, counts, limits, openings: programStatus.openings, listeners: () => listeners.opened, now }),
    ...sourceMetrics({ sources, now }),
    ...objectsMetrics(programStatus),
    ...edgeMetrics({ edges, now }),
    ...edgeFollowerMetrics(follower),
  );
  const readUrls = () => listeners.readUrls;
  const { metricsToken } = settings;
  return {
    catalog,
    now,
    counts,
    admin: new EdgeWatch({ metricsToken, metrics, catalog, storeKind: "edge", version, readUrls, programStatus, now }),
    edge: edges,
    readLimits: readLimits({ ...limits, clientAddress: clientAddress(settings.trustedProxies) }),
    shedding: limits.shedding,
    isLeaving: () => leaving.began,
  };
}

function bannerOf({ edgeOrigin, data, objects }: Settings, version: string, urls: RouteGroupUrls, { state }: Replica): string[] {
  const { config, admin, metrics, edge } = urls;
  const forMetrics = metrics === admin ? "" : `, metrics on ${metrics}`;
  const forEdges = edge === config ? "" : `, edges on ${edge}`;
  const from =
    state === null
      ? `It answers once a replica has arrived from ${[edgeOrigin, objects].filter(Boolean).join(" or ")}: it has nothing to answer from yet.`
      : `It answers from revision ${state.head.revision}, which is in ${join(data, replicaName)}.`;
  return [`Drawbridge ${version} is an edge of ${edgeOrigin}, and is listening: ${config}${forMetrics}${forEdges}`, from];
}
