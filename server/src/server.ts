/** The composition root: settings → store → catalog → routes → listen. The only place that knows every part. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { AccessTokenRing } from "./accounts/access-token-ring.ts";
import { forgetFirstAccount, offerFirstAccount } from "./accounts/first-account.ts";
import { GrantRing } from "./accounts/grant-ring.ts";
import { PasswordHashing } from "./accounts/password-hash.ts";
import { identityProviderOf } from "./accounts/provider-settings.ts";
import { payOwedGrants } from "./accounts/redemption.ts";
import { SignInThrottle } from "./accounts/sign-in-throttle.ts";
import { printAddress } from "./base/address.ts";
import type { Log } from "./base/log.ts";
import { Catalog } from "./catalog/catalog.ts";
import { ClockCheck } from "./clock-check.ts";
import { Cluster } from "./cluster.ts";
import { builtConsole } from "./console-build.ts";
import { WorkerPool, type WorkerPoolOptions } from "./cores/worker-pool.ts";
import { type CleanupTimes, DailyCleanup } from "./daily-cleanup.ts";
import { EdgeOrigin } from "./edge/edge-origin.ts";
import { adminApi } from "./http/admin/admin-api.ts";
import { EventHub } from "./http/admin/event-hub.ts";
import { TokenUse } from "./http/admin/token-use.ts";
import { clientAddress } from "./http/client-address.ts";
import { ConsolePage } from "./http/console/console-page.ts";
import { DocsPage } from "./http/docs/docs-page.ts";
import { servesReads } from "./http/duties-by-address.ts";
import { routed } from "./http/duty.ts";
import { FeedApi } from "./http/feeds/feed-api.ts";
import { FeedTokenRing } from "./http/feeds/feed-token-ring.ts";
import { openListener } from "./http/listener.ts";
import { loggedAddress } from "./http/logged-address.ts";
import { readLimits } from "./http/read-limits.ts";
import { SignInPage } from "./http/sign-in/sign-in-page.ts";
import { KnownLog } from "./known-log.ts";
import { type ServerLimits, serverLimits } from "./limits/server-limits.ts";
import type { Thresholds } from "./limits/shedding.ts";
import { type DutyUrls, Listeners } from "./listeners.ts";
import { LogFollower } from "./log-follower.ts";
import { LostCommits } from "./lost-commits.ts";
import { Observation } from "./observation.ts";
import { ProjectStates } from "./project-states.ts";
import { Publisher } from "./publisher.ts";
import { ServerRecord } from "./server-record.ts";
import type { Settings } from "./settings.ts";
import { HeldRows } from "./snapshot/held-rows.ts";
import { NodeCopy } from "./snapshot/node-copy.ts";
import { prepareDemo } from "./start/demo.ts";
import { firstAdminToken } from "./start/first-admin-token.ts";
import { proxyWarning } from "./start/proxy-warning.ts";
import { runtimeWarning } from "./start/runtime-floor.ts";
import { refuseStart } from "./start/start-refusal.ts";
import { type Interruption, interruptionText, StoreStart } from "./start/store-start.ts";
import { LateStore } from "./store/late-store.ts";
import { databaseName, openStore, storeKindOf } from "./store/open-store.ts";
import type { Row, Store } from "./store/store.ts";
import { UsageWriter } from "./usage/usage-writer.ts";

export interface ServerOptions {
  /** Loads the example project and keeps a key for it. */
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** How the program was started, quoted for a shell; `drawbridge` by default. */
  readonly command?: string;
  /** Whether a person reads the banner and nothing keeps it: then it shows what opens something, else a file has that. */
  readonly isTerminal?: boolean;
  /** Epoch ms. */
  readonly now?: () => number;
  /** The directory that the console was built into. */
  readonly consoleFiles?: string;
  /** Milliseconds that connections which are idle at a stop may still be used. */
  readonly lameDuck?: number;
  /** Milliseconds of a turn of the event loop; those of the program unless given. */
  readonly shedFrom?: Thresholds;
  readonly cleanup?: CleanupTimes;
}

export interface RunningServer {
  /** Where each family is served, without a path. */
  readonly urls: DutyUrls;
  /** The processes that answer reads; null: this one does. */
  readonly workers: Pick<WorkerPool, "status"> | null;
  /** What a person who started it wants to read. */
  readonly banner: readonly string[];
  /** Finishes what is in flight and lets go of everything. */
  stop(): Promise<void>;
}

/** Milliseconds after the last request for what is still to be written, to a store that may hang. What takes longer is lost: counts, at the most. */
const lastWrites = 5_000;
/** Milliseconds between two checks whether the embedded store can still be written. */
const checkEvery = 5_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  refuseStart(settings, options);
  const { version } = options;
  const late = new LateStore(storeKindOf(settings), () => openStore(settings, printAddress(settings.listen)));
  const cluster = new Cluster(late.store, { version, kept: () => copy.read() });
  const { store } = cluster;
  const observation = await Observation.begin(settings, options);
  const listeners = new Listeners(settings);
  const tokenUse = new TokenUse(store.lastUsed, options.log);
  const accessTokens = new AccessTokenRing(settings.adminToken, () => follower.awaited);
  const record = new ServerRecord({ directory: settings.data, listening: printAddress(settings.listen), randomBytes });
  const events = new EventHub({ store, accessTokens });
  const catalog = new Catalog();
  const edges = new EdgeOrigin({
    source: store,
    now: options.now ?? Date.now,
    trustedProxies: settings.trustedProxies,
    unknownTokenLimit: settings.unknownKeyLimit,
    randomBytes,
  });
  const grants = new GrantRing();
  const feedTokens = new FeedTokenRing();
  const limits = serverLimits(settings, options.shedFrom);
  const clock = new ClockCheck({ store, now: options.now ?? Date.now, elapsed: () => performance.now() });
  const cleanup = new DailyCleanup({ clock, log: options.log, times: options.cleanup });
  const states = new ProjectStates({ store, catchUp: () => follower.catchUp(), hasAll: (end) => follower.has(end) });
  const workers = workersOf(settings, {
    catalog,
    counts: observation.counts,
    files: observation.files,
    limits,
    log: options.log,
  });
  const held = workers?.held ?? new HeldRows();
  const known = new KnownLog({ directory: settings.data, log: options.log, onUnkept: () => copy.remove() });
  const copy: NodeCopy = new NodeCopy({
    directory: settings.data,
    database: databaseName(settings),
    known,
    held,
    checkedAt: () => (follower.status().state === "following" ? follower.status().checkedAt : null),
    log: options.log,
    now: options.now ?? Date.now,
  });
  const readers = [workers ?? held, catalog];
  const follower = new LogFollower({
    store,
    kind: storeKindOf(settings),
    followings: [
      events,
      ...readers,
      states,
      accessTokens,
      tokenUse,
      grants,
      feedTokens,
      edges.hub,
      cleanup,
      { apply: (changes) => forgetFirstAccount(settings.data, changes) },
      copy,
    ],
    readers,
    pollEvery: settings.databaseUrl === null ? checkEvery : settings.databasePoll,
    now: options.now ?? Date.now,
    random: Math.random,
    log: options.log,
    newEpoch: () => randomBytes(8).toString("hex"),
    known,
    emptyStore: settings.emptyStore,
    onLost: (known) => void lost.tell(known),
    lostStatus: () => lost.status,
    copyProblem: () => copy.problem,
  });
  const lost: LostCommits = new LostCommits({
    store,
    follower,
    directory: settings.data,
    log: options.log,
    now: options.now ?? Date.now,
    newCommitId,
  });
  const usage = new UsageWriter({ usage: catalog.usage, store, now: options.now ?? Date.now, log: options.log });
  const leaving = { began: false };
  const started = Promise.withResolvers<void>();
  const opening: Opening = { start: null };
  const stop = async (delay: number) => {
    leaving.began = true;
    started.resolve();
    await Promise.race([opening.start?.stop(), sleep(lastWrites, undefined, { ref: false })]);
    workers?.leave();
    if (delay > 0) await sleep(delay);
    // Streams go on until somebody ends them: no grace is long enough for one.
    events.close();
    edges.close();
    await listeners.stop();
    const followed = follower.stop().then(() => copy.close());
    const written = Promise.all([followed, tokenUse.flush(), usage.stop(), cleanup.stop(), cluster.leave()]);
    await Promise.race([written, sleep(lastWrites, undefined, { ref: false })]);
    await store.close();
    record.remove();
    await observation.stop();
  };
  try {
    const lasting = {
      late,
      copy,
      tokenUse,
      accessTokens,
      grants,
      feedTokens,
      events,
      edges,
      catalog,
      states,
      follower,
      workers,
      usage,
      observation,
      leaving,
      opening,
      limits,
      cluster,
      listeners,
      record,
      started,
      cleanup,
    };
    return await serve(store, lasting, settings, options, () => stop(settings.stopDelay));
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** The steps of a start, which a stop ends. */
interface Opening {
  start: StoreStart | null;
}

/** What a stop has to come back to. */
interface Lasting {
  readonly late: LateStore;
  readonly copy: NodeCopy;
  readonly tokenUse: TokenUse;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  readonly feedTokens: FeedTokenRing;
  readonly events: EventHub;
  readonly edges: EdgeOrigin;
  readonly catalog: Catalog;
  readonly states: ProjectStates;
  readonly follower: LogFollower;
  readonly workers: WorkerPool | null;
  readonly usage: UsageWriter;
  readonly leaving: { readonly began: boolean };
  readonly opening: Opening;
  readonly observation: Observation;
  readonly limits: ServerLimits;
  readonly cluster: Cluster;
  readonly listeners: Listeners;
  readonly record: ServerRecord;
  readonly started: PromiseWithResolvers<void>;
  readonly cleanup: DailyCleanup;
}

async function serve(
  store: Store,
  {
    late,
    copy,
    tokenUse,
    accessTokens,
    grants,
    feedTokens,
    events,
    edges,
    catalog,
    states,
    follower,
    workers,
    usage,
    observation,
    leaving,
    opening,
    limits,
    cluster,
    listeners,
    record,
    started,
    cleanup,
  }: Lasting,
  settings: Settings,
  {
    demo,
    log,
    version,
    command = "drawbridge",
    isTerminal = false,
    now = Date.now,
    consoleFiles = builtConsole,
    lameDuck,
  }: ServerOptions,
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const publisher = new Publisher(
    store,
    now,
    [observation.follower, (changes, head, commit) => follower.committed(changes, head, commit)],
    { tracing: observation.tracing, newCommitId, followed: follower, states },
  );
  publisher.onUncertain = () => void follower.catchUp();
  const publicUrl = () => listeners.publicUrl;
  const common = { store, publisher, now };
  const holders = {
    accessTokens,
    tokenUse,
    grants,
    events,
    edges,
    passwords: new PasswordHashing(),
    throttle: new SignInThrottle(),
    clientAddress: clientAddress(settings.trustedProxies),
    worthlessTokens: limits.worthlessTokens,
    identityProvider: identityProviderOf(settings, { publicUrl, key: () => store.secret("sign-in-transactions"), randomBytes }),
  };
  const { logRetention } = settings;
  const sources = () => [follower.status()];
  const admin = adminApi({
    ...common,
    ...holders,
    logRetention,
    storeKind: storeKindOf(settings),
    catalog,
    randomBytes,
    publicUrl,
    readUrls: () => listeners.readUrls,
    proveServer: record.prove,
    started: started.promise,
    unusable: () => follower.unusable,
    version,
    log,
    ...observation.workings({
      catalog,
      usage,
      publisher,
      events,
      limits,
      edges,
      workers,
      cluster,
      sources,
      listeners,
      clock: () => cleanup.status,
      now,
    }),
  });
  const duties = {
    catalog,
    now,
    counts: observation.counts,
    admin,
    console: new ConsolePage(consoleFiles, randomBytes),
    signIn: new SignInPage(),
    docs: new DocsPage(),
    feeds: new FeedApi({ ...common, tokens: feedTokens }),
    edge: edges.api,
    readLimits: readLimits({ ...limits, clientAddress: holders.clientAddress }),
    shedding: limits.shedding,
    isPublicHttps: settings.publicUrl?.startsWith("https:") ?? false,
    clientAddress: holders.clientAddress,
    isLeaving: () => leaving.began,
  };
  const own = lameDuck === undefined ? {} : { limits: { lameDuck } };
  const startLines: string[] = [];
  let isBannerBuilt = false;
  const show = (lines: readonly string[]) => {
    if (isBannerBuilt) for (const line of lines.filter(Boolean)) log.info?.({}, line);
    else startLines.push(...lines);
  };
  const { data } = settings;
  const isShared = settings.databaseUrl !== null;
  let interruption: Interruption | null = null;
  let rows: readonly Row[] = [];
  const start = new StoreStart({
    open: [() => late.open(), () => cluster.join()],
    load: [
      async () => {
        rows = await follower.start();
      },
      async () => {
        await usage.start(rows);
        rows = [];
      },
    ],
    write: [
      () => firstAdminToken(settings, publisher, accessTokens, now(), randomBytes),
      () => payOwedGrants({ store, publisher }),
      async () => {
        if (demo) show(await prepareDemo({ data, publisher, urls: listeners.urls, now, randomBytes, command }));
      },
      async () => {
        // After the banner, nothing else is printed on the terminal.
        const offer = { store, now, randomBytes, publicUrl, data, isTerminal: isTerminal && !isBannerBuilt, isShared };
        show(await offerFirstAccount(offer));
      },
    ],
    kept: () => copy.read(),
    restore: (kept, problem) => follower.restore(kept, problem),
    failed: (problem) => follower.away(problem),
    log,
  });
  opening.start = start;
  interruption = await start.opened();
  await listeners.open((address, duty) => {
    const cors = servesReads(duty);
    if (workers && cors) return workers.open(address, duty);
    return openListener({ address, onRequest: routed(duties, duty), cors, log, loggedAddress: loggedAddress(settings), ...own });
  });
  await workers?.start();
  const { urls } = listeners;
  // The listeners answer 503 until this is done: whoever watches sees a start, not an absence.
  interruption = await start.answering(interruption);
  started.resolve();
  // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
  timeText(0, "en", "UTC");
  keepRecord(record, urls.admin, log);
  cleanup.start(publisher, Math.random());
  const listening = [`Drawbridge ${version} is listening: ${listeners.text}`, `The console: ${publicUrl()}/console/`];
  const ofProxy = proxyWarning(settings);
  for (const warning of [runtimeWarning(process.version), ofProxy]) if (warning !== null) log.warn?.({}, warning);
  const warnings = ofProxy === null ? [] : [`Warning: ${ofProxy}`];
  if (interruption !== null) warnings.push(`Warning: ${interruptionText(interruption)}`);
  isBannerBuilt = true;
  return { urls, workers, banner: [...listening, ...warnings, ...startLines], stop };
}

/** A server that cannot write its record still serves; commands must then name it with `--url`. */
function keepRecord(record: ServerRecord, url: string, log: Log): void {
  try {
    record.write(url);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    log.error({ problem }, "The record for commands on this machine cannot be written: they need --url");
  }
}

function newCommitId(): string {
  return randomBytes(12).toString("base64url");
}

/** Null: reads are answered here. */
function workersOf(rules: Settings, parts: Omit<WorkerPoolOptions, "count" | "rules">): WorkerPool | null {
  const { workers: count, logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies } = rules;
  if (count === 0) return null;
  // Nothing else of the settings goes to other processes: there are secrets among them.
  return new WorkerPool({ ...parts, count, rules: { logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies } });
}
