/** Applies valid replicas and commits, keeps the last state, and retries forever. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { errorText } from "drawbridge-rules/values/errors.ts";
import { type Log, OutageLog } from "../base/log.ts";
import { shortId } from "../base/short-id.ts";
import { longestZoneText, readZoneText, setTimeZones, zoneSource, zoneText } from "../base/zone-data.ts";
import type { SourceStatus } from "../log/source-status.ts";
import type { ObjectFollower, ObjectTaker } from "../objects/object-follower.ts";
import type { ObjectNews } from "../objects/object-reader.ts";
import { CurrentRows, publicMark, type ReplicaState } from "../replicas/current-rows.ts";
import * as protocol from "../replicas/edge-protocol.ts";
import { type Digests, readDigests } from "../replicas/project-digests.ts";
import type { Replica } from "../replicas/replica.ts";
import { ReplicaReceiver } from "../replicas/replica-stream.ts";
import {
  asChange,
  asCommit,
  asCount,
  asFields,
  asMark,
  asProjects,
  asText,
  ContentRefusal,
  parseJson,
  type ReplicaLimits,
  replicaLimits,
} from "../replicas/row-fields.ts";
import type { Change, CommitMark, Head, LogEnd, Row } from "../store/store.ts";
import { headEvent, OriginAway, type OriginEvent, OriginRefusal, originEvents, postToOrigin } from "./origin-stream.ts";

/** Milliseconds. */
const edgeTiming = {
  backoff: 1_000,
  /** For an unreachable origin: once it is back, apps get its state within two seconds. */
  longestBackoff: 1_500,
  /** For an origin that refuses this edge or that this edge refuses. */
  longestRefusal: 30_000,
  silence: 45_000,
  reportWithin: 10_000,
  reportEvery: 60_000,
};
export type EdgeTiming = Readonly<typeof edgeTiming>;

/** Milliseconds after a full replica during which a new difference is only reported. */
const takeAllEvery = 600_000;
/** Milliseconds that an origin has to answer before the object store is used. */
const patience = 2_000;
const mostVia = 100;

export interface EdgeReader {
  /** @param changes null means all computed is outdated @param commit id of the last */
  load(rows: readonly Row[], head: Head, changes: readonly Change[] | null, commit: string | null): void;
  apply(changes: readonly Change[], head: Head, commit: string | null): void;
  /** The stream now comes by another route: edges that follow this one must know. */
  rerouted(): void;
}

interface EdgeFollowerServices {
  readonly origin: string;
  readonly token: string;
  readonly version: string;
  readonly replica: Replica;
  readonly reader: EdgeReader;
  readonly objects?: ObjectFollower | null;
  readonly followers: () => number;
  readonly log: Log;
  readonly now: () => number;
  readonly timing?: Partial<EdgeTiming>;
  readonly limits?: Partial<ReplicaLimits>;
}

export class EdgeFollower implements ObjectTaker {
  readonly #services: EdgeFollowerServices;
  readonly #timing: EdgeTiming;
  readonly #limits: ReplicaLimits;
  readonly #ending = new AbortController();
  /** Unique per process: the disk, with the edge id, may have been cloned. */
  readonly #process = shortId("p_", randomBytes);
  #running: Promise<void> = Promise.resolve();
  #state: SourceStatus["state"] = "starting";
  #since: number;
  #checkedAt: number | null = null;
  #problem: string | null = null;
  #retry: number;
  #receiving: ReplicaReceiver | null = null;
  /** Scope and head of the open stream, as its origin sent them. */
  #started: ReplicaState | null = null;
  /** A replica older than `#started` waits for its commits: apps must not see an outdated state. */
  #behind: CurrentRows | null = null;
  /** The last revision taken from the object store since the stream was requested. */
  #taken = 0;
  #taking: Promise<void> = Promise.resolve();
  #reportTimer: NodeJS.Timeout | null = null;
  #reportAt = Number.POSITIVE_INFINITY;
  replicas = 0;
  commits = 0;
  refusals = 0;
  /** Each time, the rows differed from the origin's, and everything was loaded again. */
  differences = 0;
  #wantsAll = false;
  /** The origin uses the same form of values: its digests cover the same texts. */
  #isComparable = false;
  /** Monotonic, of the last request for everything because of a difference. */
  #tookAllAt = Number.NEGATIVE_INFINITY;
  #difference: string | null = null;
  readonly #outage: OutageLog;

  constructor(services: EdgeFollowerServices) {
    this.#services = services;
    this.#timing = { ...edgeTiming, ...services.timing };
    this.#limits = { ...replicaLimits, ...services.limits };
    this.#since = services.now();
    this.#retry = this.#timing.backoff;
    this.#outage = new OutageLog(services.log, {
      lost: { event: "origin.lost", text: "The edge has lost its origin and keeps answering from its replica" },
      back: { event: "origin.back", text: "The edge follows its origin again" },
    });
    services.replica.via = [this.#process];
  }

  /** @throws if the directory cannot be created */
  start(): void {
    const { origin, replica, reader, objects } = this.#services;
    replica.prepare();
    const found = replica.read();
    this.refusals += replica.refusals;
    if (found !== null) {
      const { rows, head, last, checkedAt } = found;
      this.#checkedAt = checkedAt;
      if (replica.zones !== null) setTimeZones(readOriginZones(replica.zones), origin);
      void replica.journal.load(rows, found);
      reader.load(rows, head, null, last?.id ?? null);
    }
    this.#running = this.#run();
    objects?.start(this);
    this.#reportSoon(this.#timing.reportEvery);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    if (this.#reportTimer) clearTimeout(this.#reportTimer);
    await Promise.all([this.#running, this.#services.objects?.stop()]);
    await this.#services.replica.close();
  }

  status(): SourceStatus {
    const head = this.#services.replica.state?.head ?? null;
    return {
      name: this.#services.origin,
      kind: "edge",
      state: this.#state,
      since: this.#since,
      epoch: head?.epoch ?? null,
      revision: head?.revision ?? null,
      checkedAt: this.#checkedAt,
      code: null,
      problem: this.#problem ?? this.#difference ?? this.#services.replica.problem,
      lost: null,
      rebuilt: 0,
    };
  }

  position(): LogEnd | null {
    return this.#services.replica.state;
  }

  /** The origin is away, or has not answered yet. */
  isWanted(): boolean {
    if (this.#state === "following" || this.#started !== null) return false;
    return this.#problem !== null || this.#services.now() - this.#since >= patience;
  }

  /** Does nothing if the origin has changed the position meanwhile. @throws ContentRefusal */
  take({ state, commits }: ObjectNews, since: LogEnd | null): Promise<void> {
    return this.#inTurn(async () => {
      const { replica } = this.#services;
      if (!this.isWanted() || replica.state?.head !== since?.head) return;
      const projects = replica.state?.projects ?? null;
      const scope = protocol.edgeScope(projects);
      const own = commits.map((commit) => ({ ...commit, changes: commit.changes.filter(scope.has) }));
      if (state === null) for (const { changes, head, last } of own) await this.#apply(changes, head, last);
      else {
        if (state.zones !== null) await this.#takeZones(state.zones);
        const next = new CurrentRows();
        const { head, last } = state;
        next.replace(state.rows.filter(scope.has), { head, last, scope: scope.name, projects });
        for (const commit of own) next.apply(commit.changes, commit.head, commit.last);
        if (!next.rows().some(({ kind }) => kind === "project"))
          throw new ContentRefusal("the object store has no project for this edge. The edge keeps its data");
        await this.#adopt(next.rows(), next.state as ReplicaState);
      }
      this.#taken = replica.state?.head.revision ?? 0;
      this.#checkedAt = Math.max(this.#checkedAt ?? 0, (commits.at(-1) ?? state)?.last?.at ?? 0);
      if (this.#state === "starting") this.#enter("interrupted");
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#taking.then(work);
    this.#taking = done.catch(() => undefined);
    return done;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#ending.signal.aborted; ) {
      let isRefusal = false;
      try {
        await this.#follow();
        failures = 0;
        this.#interrupted("the origin has ended the stream");
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        if (this.#state === "following") failures = 0;
        failures++;
        isRefusal = error instanceof ContentRefusal || error instanceof OriginRefusal;
        this.#failed(error);
      }
      const { longestBackoff, longestRefusal } = this.#timing;
      const most = isRefusal ? longestRefusal : longestBackoff;
      // A random wait keeps a thousand edges of one origin from returning in the same moment.
      const longest = failures === 0 ? this.#retry : Math.min(most, this.#retry * 2 ** Math.min(failures, 16));
      await sleep(Math.random() * longest, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  async #follow(): Promise<void> {
    const { origin, token, replica, now } = this.#services;
    this.#receiving = null;
    this.#behind = null;
    const { digest } = await zoneText();
    this.#taken = 0;
    const { state } = replica;
    const has =
      state === null || this.#wantsAll
        ? {}
        : {
            "last-event-id": protocol.positionText(state.head),
            [protocol.scopeHeader]: state.scope,
            ...(state.last?.id ? { [protocol.commitHeader]: state.last.id } : {}),
          };
    const events = originEvents({
      url: `${origin}/edge/v1/stream`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "text/event-stream",
        [protocol.reportHeader]: protocol.printReport(this.#report()),
        [protocol.zonesHeader]: digest,
        ...has,
      },
      signal: this.#ending.signal,
      silence: this.#timing.silence,
      longest: this.#limits.event,
      heard: () => {
        if (this.#state === "following") this.#checkedAt = now();
      },
      retry: (ms) => {
        this.#retry = Math.min(Math.max(ms, 10), this.#timing.backoff);
      },
    });
    for await (const event of events) await this.#inTurn(() => this.#takeEvent(event));
  }

  /** @throws ContentRefusal */
  async #takeEvent({ event, data, id }: OriginEvent): Promise<void> {
    if (event === "start") await this.#takeStart(data);
    else if (event === "copy") this.#receiving = new ReplicaReceiver(data, this.#limits);
    else if (event === "rows") this.#mustReceive().add(data);
    else if (event === "copied") await this.#takeCopy(data, id);
    else if (event === "commit") await this.#takeCommit(data, id);
    else if (event === headEvent) this.#takeHead(data);
    // Skipping an unknown event would lose a change.
    else
      throw new ContentRefusal(
        `the stream is newer than this program, which does not know the event ${JSON.stringify(event.slice(0, 40))}. Upgrade this edge`,
      );
  }

  async #takeStart(data: string): Promise<void> {
    const fields = asFields(parseJson(data, "the start of the stream"), "the start of the stream");
    const format = asCount(fields.format, "the format of the stream");
    if (format > protocol.edgeFormat)
      throw new ContentRefusal(`the stream is newer than this program: it has the format ${format}. Upgrade this edge`);
    this.#takeVia(fields.via ?? []);
    if (fields.zones !== undefined) await this.#takeZones(fields.zones);
    const revision = asCount(fields.revision, "the revision of the origin");
    const epoch = asText(fields.epoch, "the epoch of the origin", 64);
    const [scope, projects] = [asMark(fields.scope, "the scope"), asProjects(fields.projects)];
    const commit = asCommit(fields.commit);
    this.#started = { head: { epoch, revision }, last: publicMark(revision, commit), scope, projects };
    this.#isComparable = fields.schema === currentSchema;
    const { state } = this.#services.replica;
    // Otherwise a replica follows.
    const isSame = state !== null && state.head.epoch === epoch && state.scope === scope && !this.#wantsAll;
    if (!isSame || state.head.revision < revision) return;
    if (state.head.revision === revision) {
      // Another id is reason enough to load everything again; the rows show the difference.
      const own = state.last?.id ?? null;
      if (commit !== null && own !== null && commit !== own) this.#differs(["its last commit"]);
      this.#compare(fields.digests, true);
    }
    this.#following();
  }

  /** Holds after a restart without the origin too: saved first, so that a crash brings back no earlier times. @throws ContentRefusal */
  async #takeZones(said: unknown): Promise<void> {
    const { origin, replica, reader } = this.#services;
    const zones = readOriginZones(asText(said, "the time zone data of the origin", longestZoneText));
    await replica.setZones(zones.text);
    setTimeZones(zones, origin);
    const { state } = replica;
    if (state === null) return;
    reader.load(replica.rows(), state.head, null, state.last?.id ?? null);
    // Edges that follow this one get the data when they reconnect.
    reader.rerouted();
  }

  /** The origin has sent every commit up to the head in its heartbeat. @throws ContentRefusal, OriginAway */
  #takeHead(data: string): void {
    const fields = asFields(parseJson(data, "a heartbeat"), "a heartbeat");
    const head = this.#services.replica.state?.head;
    if (this.#behind !== null || head === undefined) return;
    if (head.epoch !== fields.epoch) return;
    const revision = asCount(fields.revision, "the revision of the origin");
    if (revision > head.revision)
      throw new OriginAway(`commits were lost on the way: the origin is at revision ${revision}, this edge at ${head.revision}`);
    if (revision === head.revision) this.#compare(fields.digests, true);
  }

  /** @param areAll whether missing projects have no rows at the origin. @throws ContentRefusal */
  #compare(said: unknown, areAll: boolean): void {
    if (said === undefined || !this.#isComparable) return;
    const digests: Digests | null = readDigests(said);
    if (digests === null) throw new ContentRefusal("the digests of the origin are damaged");
    const differing = this.#services.replica.digests.differingFrom(digests, areAll);
    if (differing.length > 0) this.#differs(differing.map((project) => (project === "" ? "the edge tokens" : project)));
    else if (areAll) this.#difference = null;
  }

  /** @throws ContentRefusal: ends the stream; the next one begins with a full replica */
  #differs(what: readonly string[]): void {
    const named = `${what.slice(0, 5).join(", ")}${what.length > 5 ? `, and ${what.length - 5} more` : ""}`;
    if (performance.now() - this.#tookAllAt < takeAllEvery) {
      this.#difference = `this edge still differs from its origin after it has reloaded everything: ${named}`;
      return;
    }
    this.#tookAllAt = performance.now();
    this.#wantsAll = true;
    this.differences++;
    throw new ContentRefusal(`this edge differs from its origin (${named}) and reloads everything`);
  }

  /** Edges that follow each other in a circle would confirm a stale state forever. */
  #takeVia(said: unknown): void {
    const { replica, reader } = this.#services;
    if (!Array.isArray(said) || said.length > mostVia)
      throw new ContentRefusal("the list of edges that the stream passed through is damaged");
    const via = said.map((edge) => asText(edge, "an edge that the stream passed through", 40));
    const isCircle = via.includes(this.#process);
    const now = isCircle ? [this.#process] : [...via, this.#process];
    const isAnother = now.join() !== replica.via.join();
    replica.via = now;
    if (isAnother) reader.rerouted();
    if (isCircle)
      throw new ContentRefusal(
        "the origin gets its data from this edge: the edges follow each other in a circle. Follow a server instead",
      );
  }

  async #takeCopy(data: string, id: string | null): Promise<void> {
    const receiving = this.#mustReceive();
    const rows = receiving.finish(data);
    const { head, commit } = receiving;
    this.#receiving = null;
    if (id !== protocol.positionText(head) || this.#started === null)
      throw new ContentRefusal("the replica is damaged: its id does not match");
    const { scope, projects } = this.#started;
    const next = { head, last: publicMark(head.revision, commit), scope, projects };
    if (!this.#isBehind(head)) return this.#adoptCopy(rows, next);
    this.#behind = new CurrentRows();
    this.#behind.replace(rows, next);
  }

  async #adoptCopy(rows: readonly Row[], next: ReplicaState): Promise<void> {
    await this.#adopt(rows, next);
    this.#following();
  }

  /** @throws ContentRefusal */
  async #adopt(rows: readonly Row[], next: ReplicaState): Promise<void> {
    const { replica, reader } = this.#services;
    const { head } = next;
    const { state } = replica;
    if (state?.head.epoch === head.epoch && head.revision < state.head.revision)
      throw new ContentRefusal(
        `the replica is older than this edge's data: revision ${head.revision}, after ${state.head.revision}`,
      );
    reader.load(rows, head, await replica.adopt(rows, next), next.last?.id ?? null);
    this.#wantsAll = false;
    this.replicas++;
    this.#changed();
  }

  async #takeCommit(data: string, id: string | null): Promise<void> {
    const replica = this.#behind ?? this.#services.replica;
    const before = replica.state?.head;
    const head = protocol.readPosition(id ?? "");
    const fields = asFields(parseJson(data, "a commit"), "a commit");
    if (!head || !Array.isArray(fields.changes)) throw new ContentRefusal("a commit is damaged");
    if (before?.epoch === head.epoch && head.revision <= this.#taken && replica !== this.#behind) return;
    if (
      before?.epoch !== head.epoch ||
      fields.after !== before.revision ||
      head.revision !== before.revision + 1 ||
      replica.state?.scope !== this.#started?.scope
    )
      throw new ContentRefusal(`a commit does not continue this edge's data: ${protocol.positionText(head)}`);
    const changes = fields.changes.map(asChange);
    const last = publicMark(head.revision, asCommit(fields.commit));
    if (replica === this.#behind) return this.#catchUp(replica, changes, head, last);
    await this.#apply(changes, head, last);
    this.#following();
    this.#compare(fields.digests, false);
  }

  async #apply(changes: readonly Change[], head: Head, last: CommitMark): Promise<void> {
    const { replica, reader } = this.#services;
    await replica.journal.append(head.epoch, [{ ...last, changes }]);
    replica.journal.advance({ head, last });
    replica.apply(changes, head, last);
    reader.apply(changes, head, last.id);
    this.commits++;
    this.#changed();
  }

  /** A replica of another epoch is always newer. */
  #isBehind({ epoch, revision }: Head): boolean {
    const start = this.#started?.head;
    return start?.epoch === epoch && revision < start.revision;
  }

  async #catchUp(behind: CurrentRows, changes: readonly Change[], head: Head, last: CommitMark): Promise<void> {
    behind.apply(changes, head, last);
    const { state } = behind;
    if (state === null || this.#isBehind(head)) return;
    this.#behind = null;
    await this.#adoptCopy(behind.rows(), state);
  }

  #mustReceive(): ReplicaReceiver {
    if (this.#receiving === null) throw new ContentRefusal("a part of a replica arrived without its start");
    return this.#receiving;
  }

  #changed(): void {
    this.#reportSoon(Math.random() * this.#timing.reportWithin);
  }

  #following(): void {
    this.#checkedAt = this.#services.now();
    if (this.#state === "following") return;
    const { log, origin, replica, now } = this.#services;
    this.#enter("following");
    this.#problem = null;
    const fields = { origin, ...replica.state?.head };
    if (!this.#outage.back(now(), fields)) log.info?.({ event: "origin.followed", ...fields }, "The edge follows its origin");
    this.#changed();
  }

  #interrupted(problem: string): void {
    this.#enter(this.#services.replica.state === null ? "starting" : "interrupted");
    this.#problem = problem;
    this.#started = null;
  }

  #failed(error: unknown): void {
    const problem = errorText(error);
    this.#interrupted(problem);
    const isRefused = error instanceof ContentRefusal;
    if (isRefused) this.refusals++;
    const { origin, replica, objects, now } = this.#services;
    const text = replica.state === null ? "The edge cannot follow its origin, and has no replica to answer from" : undefined;
    this.#outage.lost(problem, now(), { origin, ...replica.state?.head }, text);
    if (replica.state === null) objects?.wake();
    if (isRefused) this.#reportSoon(0);
  }

  #enter(state: SourceStatus["state"]): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#since = this.#services.now();
  }

  #report(): protocol.EdgeReport {
    const { replica, version, followers } = this.#services;
    return {
      edge: replica.id,
      host: hostname(),
      head: replica.state?.head ?? null,
      problem: this.status().problem,
      version,
      tzdata: zoneSource().version ?? "",
      schema: currentSchema,
      followers: followers(),
      differences: this.differences,
    };
  }

  /** Once for all that happens until then. @param within milliseconds */
  #reportSoon(within: number): void {
    const at = performance.now() + within;
    if (this.#ending.signal.aborted || (this.#reportTimer !== null && this.#reportAt <= at)) return;
    if (this.#reportTimer) clearTimeout(this.#reportTimer);
    this.#reportAt = at;
    this.#reportTimer = setTimeout(() => void this.#sendReport(), within).unref();
  }

  /** A lost report does no harm: the next one replaces it. */
  async #sendReport(): Promise<void> {
    this.#reportTimer = null;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(5_000)]);
    await postToOrigin(this.#services, "/edge/v1/report", protocol.printReport(this.#report()), signal);
    this.#reportSoon(this.#timing.reportEvery * (0.5 + Math.random() / 2));
  }
}

/** @throws ContentRefusal */
function readOriginZones(text: string): NonNullable<ReturnType<typeof readZoneText>> {
  const zones = readZoneText(text);
  if (zones === null) throw new ContentRefusal("the time zone data of the origin is damaged");
  return zones;
}
