import { randomBytes, randomInt } from "node:crypto";
import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { forgetFirstAccount } from "../accounts/account-link.ts";
import type { IdentityProvider } from "../accounts/identity-provider.ts";
import type { OpenIdServices } from "../accounts/openid-provider.ts";
import { RequestJournal } from "../admin/request/request-journal.ts";
import { printAddress } from "../base/address.ts";
import { isSameText } from "../base/hash.ts";
import { isInNetworks, loggedAddress } from "../base/http/client-address.ts";
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import { ClockWatch, confirmClock, elapsed } from "../log/clock-check.ts";
import { DailyCleanup } from "../log/daily-cleanup.ts";
import { type Follower, type Following, LogFollower } from "../log/log-follower.ts";
import { LostCommits } from "../log/lost-commits.ts";
import type { SourceStatus } from "../log/source-status.ts";
import type { openShipper } from "../objects/open-objects.ts";
import type { Shipper } from "../objects/shipper.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { serverLimits } from "../reads/limits/rate-limits.ts";
import { OpeningWatch, openingText } from "../reads/opening.ts";
import { ReadCounts } from "../reads/read-counts.ts";
import { ReadUsage } from "../reads/usage/read-usage.ts";
import { UsageWriter } from "../reads/usage/usage-writer.ts";
import { Replica } from "../replicas/replica.ts";
import { Cluster } from "../store/cluster.ts";
import { DeferredStore } from "../store/deferred-store.ts";
import { databaseName, openStore, storeKindFor } from "../store/open-store.ts";
import type { LogEnd } from "../store/store.ts";
import { ProcessWatch } from "../telemetry/process-watch.ts";
import { programMetrics } from "../telemetry/program-metrics.ts";
import { adminServices } from "./admin-services.ts";
import { Listeners } from "./listeners.ts";
import { NodeObjects } from "./node-objects.ts";
import type { ServerOptions } from "./running-server.ts";
import { ServerRecord } from "./server-record.ts";

/** Milliseconds: some commits come without a notification, and only a poll shows that the store cannot be written. */
export const pollEvery = 5_000;

export type ServerParts = Awaited<ReturnType<typeof serverParts>>;

/** Starts none of the parts. */
export async function serverParts(settings: Settings, options: ServerOptions) {
  const { log, version, now = Date.now } = options;
  const { data: directory } = settings;
  const storeKind = storeKindFor(settings);
  const late = new DeferredStore(storeKind, () => openStore(settings, { listening: printAddress(settings.listen), log }));
  const cluster = new Cluster(late.store, version);
  const { store } = cluster;
  const counts = new ReadCounts();
  const processWatch = new ProcessWatch(directory, log);
  const journal = new RequestJournal({
    log,
    isTrusted: isInNetworks(settings.trustedProxies),
    loggedAddress: loggedAddress(settings),
  });
  const { metricsToken } = settings;
  const listeners = new Listeners(settings);
  const publicUrl = () => listeners.publicUrl;
  const identityProvider = await createIdentityProvider(settings, {
    publicUrl,
    key: () => store.secret("sign-in-transactions"),
    randomBytes,
  });
  const record = new ServerRecord({ directory, listening: printAddress(settings.listen), randomBytes });
  const catalog = new Catalog(undefined, new ReadUsage({ seed: randomInt(2 ** 32) }));
  const limits = serverLimits(settings.keyLimit, options.shedFrom);
  const database = storeKind === "postgresql" ? async () => (await store.clock?.()) ?? now() : undefined;
  const clock = new ClockWatch({ now, elapsed, log, database, every: options.clockEvery });
  const cleanup = new DailyCleanup({ checkClock: () => confirmClock(clock, store, now), log, times: options.cleanup });
  const status = (): SourceStatus => services.follower.status();
  const replica = new Replica({
    directory,
    source: databaseName(settings),
    checkedAt: () => (status().state === "following" ? status().checkedAt : null),
    log,
    now,
  });
  const usage = new UsageWriter({
    usage: catalog.usage,
    store,
    process: randomBytes(12).toString("base64url"),
    now,
    log,
  });
  const newEpoch = () => randomBytes(8).toString("hex");
  const shipper = await openShipping(settings, {
    store,
    format: () => late.format,
    isShared: storeKind === "postgresql",
    log,
    now,
    elapsed,
    newEpoch,
    onLost: (had) => void lost.tell(had),
  });
  const started = Promise.withResolvers<void>();
  const leaving = { began: false };
  const follow = (followings: readonly Following[]) =>
    new LogFollower({
      store,
      kind: storeKind,
      followings: [
        ...followings,
        cleanup,
        { apply: (changes) => forgetFirstAccount(directory, changes) },
        ...(shipper ? [shipper] : []),
      ],
      readers: [catalog],
      pollEvery: options.pollEvery ?? pollEvery,
      now,
      random: Math.random,
      log,
      newEpoch,
      known: replica.journal,
      onLost: (had) => void lost.tell(had),
      onOther: (last) => lost.tellRestored(last),
      lostStatus: () => lost.status,
      replicaProblem: () => replica.problem,
      ...(storeKind === "postgresql" ? { readAhead: (end: LogEnd) => nodeObjects.readAhead(end) } : {}),
    });
  const openings = new OpeningWatch({
    directory,
    catalog,
    log,
    now,
    record: (opening) => services.note(opening.project, openingText(opening)),
  });
  const services = adminServices({
    store,
    storeKind,
    catalog,
    now,
    log,
    randomBytes,
    version,
    adminToken: settings.adminToken,
    webhookAllow: settings.webhookAllow,
    trustedProxies: settings.trustedProxies,
    worthlessTokens: limits.worthlessTokens,
    identityProvider,
    publicUrl,
    readUrls: () => listeners.readUrls,
    proveServer: record.prove,
    started: started.promise,
    unusable: (): DrawbridgeError | null => services.follower.unusable,
    rows: replica,
    follow,
    committed: commitLog(log),
    publishing: { newCommitId },
    usageWriter: usage,
    watch: (made) => {
      const program = {
        startedAt: Math.round(performance.timeOrigin),
        sources: () => [status()],
        edges: () => made.edges.hub.size,
        clock: () => ({ ...clock.status, ...cleanup.status, problem: cleanup.status.problem ?? clock.status.problem }),
        openings: () => openings.current,
        objects: () => nodeObjects.status() ?? shipper?.status() ?? null,
        format: () => late.format,
      };
      const own = { ...program, ...made, listeners: () => listeners.opened };
      return {
        journal,
        isMetricsToken: (text: string) => metricsToken !== null && isSameText(text, metricsToken),
        metrics: programMetrics({ ...own, version, watch: processWatch, counts, journal, catalog, usage, limits, cluster, now }),
        programStatus: { ...program, listeners: () => listeners.status },
      };
    },
  });
  const { follower } = services;
  const nodeObjects = new NodeObjects({ settings, replica, known: replica.journal, follower, log, now });
  const lost: LostCommits = new LostCommits({ store, follower, directory, log, now, newCommitId });
  return {
    late,
    cluster,
    counts,
    processWatch,
    listeners,
    record,
    limits,
    clock,
    cleanup,
    openings,
    replica,
    nodeObjects,
    shipper,
    usage,
    started,
    leaving,
    services,
  };
}

/** Null means that no object store is set; then its code is not loaded. */
async function openShipping(settings: Settings, services: Parameters<typeof openShipper>[2]): Promise<Shipper | null> {
  if (settings.objects === null) return null;
  return (await import("../objects/open-objects.ts")).openShipper(settings.objects, settings.objectsKey, services);
}

/** Never logs values or reasons, which people write. */
function commitLog(log: Log): Follower {
  return (changes, { revision }, { actor }) => {
    const projects = [...new Set(changes.map(({ project }) => project))];
    const kinds = [...new Set(changes.map(({ kind }) => kind))];
    log.info?.({ event: "commit.applied", revision, actor, projects, kinds }, "Committed");
  };
}

function newCommitId(): string {
  return randomBytes(12).toString("base64url");
}

/** Sends no request: the program starts and serves without the provider. */
async function createIdentityProvider(settings: Settings, services: OpenIdServices): Promise<IdentityProvider | null> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcPeople: newcomers } = settings;
  if (issuer === null || clientId === null) return null;
  // Most servers have no provider, and its packages would slow down every start.
  const { OpenIdProvider } = await import("../accounts/openid-provider.ts");
  const name = new URL(issuer).host;
  return new OpenIdProvider({ issuer, clientId, clientSecret, name, newcomers }, services);
}
