import { AccessTokenIndex } from "../accounts/access-token-index.ts";
import { GrantIndex } from "../accounts/grant-index.ts";
import { type HashParameters, PasswordHashing } from "../accounts/password-hash.ts";
import { SignInThrottle } from "../accounts/sign-in-throttle.ts";
import type { AdminServices, ProgramStatus } from "../admin/admin-services.ts";
import { commitSteps } from "../admin/answer/history-wire.ts";
import { actorNames } from "../admin/answer/marks-wire.ts";
import { EventHub, type EventLimits } from "../admin/events/event-hub.ts";
import { TokenUse } from "../admin/request/token-use.ts";
import { clientAddress, type Networks } from "../base/http/client-address.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import { EdgeOrigin } from "../edges/edge-api.ts";
import { storedUsageSink } from "../edges/edge-usage-report.ts";
import { ChangePlanner } from "../log/change-planner.ts";
import { CredentialIndex } from "../log/credential-index.ts";
import { addHistoryNote } from "../log/history-note.ts";
import type { Follower, Following, LogFollower } from "../log/log-follower.ts";
import { ProjectStates } from "../log/project-states.ts";
import { Publisher, type PublisherOptions } from "../log/publisher.ts";
import type { UsageWriter } from "../reads/usage/usage-writer.ts";
import { VersionTraffic } from "../reads/usage/version-traffic.ts";
import type { CurrentRows } from "../replicas/current-rows.ts";
import { WebhookService } from "../webhooks/webhook-service.ts";

type CreatedHere =
  | "accessTokens"
  | "tokenUse"
  | "grants"
  | "events"
  | "edges"
  | "publisher"
  | "traffic"
  | "webhooks"
  | "passwords"
  | "throttle"
  | "clientAddress";
interface Watchable extends Pick<AdminServices, "publisher" | "events" | "edges" | "accessTokens" | "traffic"> {
  readonly feedTokens: CredentialIndex<"token">;
}
type Watched = "journal" | "isMetricsToken" | "metrics" | "programStatus";

/** @template F null means this process makes all commits */
interface AdminOptions<F extends LogFollower | null> extends Omit<AdminServices, CreatedHere | Watched> {
  readonly adminToken: string | null;
  readonly trustedProxies: Networks;
  readonly rows: CurrentRows;
  readonly follow: (followings: readonly Following[]) => F;
  /** Called first with each commit of this process. */
  readonly committed?: Follower;
  readonly publishing?: Pick<PublisherOptions, "newCommitId">;
  readonly usageWriter?: UsageWriter;
  readonly watch: (made: Watchable) => Pick<AdminServices, Watched>;
  readonly eventLimits?: Partial<EventLimits>;
  readonly hashing?: HashParameters;
  readonly webhookAllow?: Networks;
}

export function adminServices<F extends LogFollower | null>(options: AdminOptions<F>) {
  const { store, catalog, rows, now, log, randomBytes, trustedProxies } = options;
  const accessTokens = new AccessTokenIndex(options.adminToken, () => known()?.awaited ?? null);
  const tokenUse = new TokenUse(store.lastUsed, log);
  const grants = new GrantIndex();
  const feedTokens = new CredentialIndex("token", ({ kind }) => kind === "calendar");
  const events = new EventHub({ store, accessTokens }, options.eventLimits);
  const note = async (project: string, text: string) => {
    const follower = known();
    const newId = () => Buffer.from(randomBytes(12)).toString("base64url");
    if (follower) await addHistoryNote({ store, follower, now }, { project, text, newId });
  };
  const usage = storedUsageSink({ store, catalog, now, note });
  const edges = new EdgeOrigin({ source: store, rows, usage, now, trustedProxies, randomBytes });
  const states = new ProjectStates({
    store,
    catchUp: async () => known()?.catchUp(),
    hasAll: (end) => known()?.has(end) ?? true,
  });
  const webhooks = new WebhookService({
    store,
    publisher: () => publisher,
    allow: options.webhookAllow ?? [],
    problems: () => systemProblems(watched.programStatus, edges, now()),
    log,
    now,
    random: Math.random,
    randomId: () => Buffer.from(randomBytes(12)).toString("hex"),
    print: async (commit) => runStepsYielding(commitSteps(commit, await actorNames({ store, accessTokens }, [commit]), now())),
    requests: (project, platform, at) => traffic.recent(project, platform, at),
    consoleUrl: () => `${options.publicUrl()}/console`,
  });
  // Reads are answered from a commit after listeners of events hear of it, and before permissions change.
  const followings: readonly Following[] = [
    ...[events, rows, catalog, states, accessTokens, tokenUse, grants, feedTokens, edges.hub, webhooks],
  ];
  const follower: F = options.follow(followings);
  const known = (): LogFollower | null => follower;
  const heard = followings.map(
    (following): Follower =>
      (...commit) =>
        following.apply(...commit),
  );
  const followers: Follower[] = follower === null ? heard : [(...commit) => follower.committed(...commit)];
  const traffic = new VersionTraffic({ store, usage: catalog.usage, writer: options.usageWriter ?? null });
  const publisher = new Publisher(store, now, options.committed ? [options.committed, ...followers] : followers, {
    ...options.publishing,
    ...(follower === null ? {} : { followed: follower }),
    states,
    planner: new ChangePlanner((project, platform, at) => traffic.ofPlatform(project, platform, at)),
  });
  publisher.onUncertain = () => void known()?.catchUp();
  const watched = options.watch({ publisher, events, edges, accessTokens, feedTokens, traffic });
  return {
    ...options,
    accessTokens,
    tokenUse,
    grants,
    feedTokens,
    events,
    edges,
    states,
    followings,
    follower,
    note,
    publisher,
    traffic,
    webhooks,
    passwords: new PasswordHashing(options.hashing),
    throttle: new SignInThrottle(),
    clientAddress: clientAddress(trustedProxies),
    ...watched,
  };
}

/** Milliseconds. */
const edgePatience = 120_000;

function systemProblems(status: ProgramStatus, edges: Pick<EdgeOrigin, "list">, now: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { state, problem, name } of status.sources())
    if (state === "interrupted") found.set(`${name}.lost`, problem ?? `The ${name} is not responding`);
  const objects = status.objects()?.problem ?? null;
  if (objects !== null) found.set("objects.lost", objects);
  const clock = status.clock().problem;
  if (clock !== null) found.set("clock.wrong", clock);
  const away = edges.list
    .list(now)
    .filter(({ connectedSince, seenAt }) => connectedSince === null && now - seenAt > edgePatience);
  if (away.length > 0) found.set("edge.behind", `${away.map(({ tokenName }) => tokenName).join(", ")}: no longer following`);
  return found;
}
