/** The impact of a change is what apps get when they send the same requests after it was published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import type { PlatformImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import { canonicalText, maxVersionLength, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { Platform } from "drawbridge-rules/versions/platform-schema.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { CreatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import fc from "fast-check";
import { answerRead } from "../src/reads/read-api.ts";
import { type AdminServer, adminServerWithProject } from "./admin-server.ts";
import { versionText } from "./arbitrary-version.ts";
import { smallPolicy, smallWorld } from "./small-version-world.ts";

const minute = 60_000;
const eightDays = 8 * 86_400_000;
const texts = smallWorld().map(({ text }) => text);

interface Request {
  readonly platform: string;
  readonly version: string;
  readonly endpoint: "config" | "gate";
}

/** Distinct requests, and how often each is sent. */
type Sent = readonly (readonly [request: Request, count: number])[];

/** Policies by platform. Null means the project does not have it. */
type Policies = Readonly<Record<string, VersionPolicy | null>>;

function requestsOf(...platforms: readonly string[]): fc.Arbitrary<Sent> {
  const request = fc.record({
    platform: fc.constantFrom(...platforms),
    version: fc.oneof(fc.constantFrom(...texts), versionText),
    endpoint: fc.constantFrom("config" as const, "gate" as const),
  });
  return fc.array(fc.tuple(request, fc.integer({ min: 1, max: 4 })), { maxLength: 12 });
}

interface World {
  readonly server: AdminServer;
  readonly key: string;
  readonly template: Platform;
}

async function createWorld(): Promise<World> {
  const server = await adminServerWithProject();
  const template = (await server.publisher.state("acme")).platform.get("ios")?.value;
  assert.ok(template);
  return { server, key: await createKey(server), template };
}

async function createKey(server: AdminServer, more: object = {}): Promise<string> {
  const answer = await server.of("POST", "acme/keys", { body: { name: "app", ...more } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json<CreatedReadKey>().key;
}

/** Another week, without the requests before it. */
function forget({ server }: World): void {
  server.now += eightDays;
  // Nothing writes the counts of this server, so they would all be kept.
  server.catalog.usage.take();
  server.catalog.usage.forgetOld(server.now);
}

async function publish({ server, template }: World, policies: Policies): Promise<readonly PlatformImpact[]> {
  const { plan } = await server.publisher.publish({
    project: "acme",
    actor: "ada",
    reason: "tried",
    override: guardCodes.filter((guard) => guard !== "four_eyes"),
    dryRun: false,
    edits: () =>
      Object.entries(policies).map(([id, policy]): Edit => {
        if (policy === null) return { kind: "platform", id, value: null };
        const { blocked, exempt, ...rest } = policy;
        const own = { ...rest, blocked: [...new Set(blocked)], exempt: [...new Set(exempt)] };
        return { kind: "platform", id, value: { ...template, policy: own } };
      }),
  });
  return plan.impact;
}

/** The answer that the app gets each time; null means an error. */
function ask({ catalog, now }: AdminServer, key: string, { platform, version, endpoint }: Request, times = 1) {
  const api = { servesReads: true, catalog, now: () => now };
  const nothing = { ifNoneMatch: null, acceptLanguage: null, contentLength: 0, chunked: false };
  const query = new URLSearchParams({ platform, current_version: version }).toString();
  const read = { method: "GET", path: `/api/v1/${endpoint}`, query, key, keyCount: 1, ...nothing };
  let answer = answerRead(api, read);
  for (let i = 1; i < times; i++) answer = answerRead(api, read);
  const { status, headers, body } = answer;
  if (status !== 200) return null;
  const rule = headers[headers.findIndex((name) => name.toLowerCase() === "drawbridge-reason") + 1];
  const { force_upgrade, update } = JSON.parse(body ?? "");
  return { isForced: endpoint === "config" ? (force_upgrade as boolean) : update === "forced", rule };
}

type Answer = ReturnType<typeof ask>;

/** Returns whether the version is never counted separately: its canonical text is longer than any that an app can send. */
function isRare(version: string): boolean {
  const parsed = parseVersion(version);
  return parsed === null || canonicalText(parsed).length > maxVersionLength;
}

/** Adds up what the answers before and after differ by. */
function differences(sent: Sent, was: readonly Answer[], is: readonly Answer[], platform: string) {
  const sums = { requests: 0, forced: 0, freed: 0, recommended: 0, other: 0 };
  for (const [index, [request, count]] of sent.entries()) {
    const [old, next] = [was[index], is[index]];
    if (request.platform !== platform || !old || !next) continue;
    sums.requests += count;
    if (isRare(request.version)) sums.other += count;
    else if (next.isForced !== old.isForced) sums[next.isForced ? "forced" : "freed"] += count;
    else if (next.rule === "below_recommended" && old.rule !== next.rule) sums.recommended += count;
  }
  return sums;
}

function checkImpact({ day, week }: PlatformImpact, expected: ReturnType<typeof differences>): void {
  const { requests, forced, freed, recommended, other } = day;
  assert.deepEqual({ requests, forced, freed, recommended, other }, expected);
  assert.deepEqual(week, day);
}

/** A step before or after the present. */
const someStep = fc.record({
  /** Minutes from now. */
  ahead: fc.constantFrom(-60, 0, 2, 600),
  minimum: fc.constantFrom("0", "1.0-a", "1.1", "2+1"),
  recommended: fc.option(fc.constantFrom("1", "2")),
});
const somePolicy = fc.option(fc.tuple(smallPolicy(), fc.option(someStep)), { freq: 5 });
const somePolicies = fc.record({ ios: somePolicy, android: somePolicy, tv: somePolicy });

test("the impact is right for several platforms, created and deleted ones, steps at their instants, and beside rehearsals", async () => {
  const world = await createWorld();
  const { server, key } = world;
  let [steps, deleted] = [0, 0];
  const dated = (policies: typeof somePolicies extends fc.Arbitrary<infer T> ? T : never): Policies =>
    Object.fromEntries(
      Object.entries(policies).map(([platform, drawn]) => {
        if (drawn === null) return [platform, null];
        const [policy, step] = drawn;
        if (step === null) return [platform, policy];
        const { ahead, ...rest } = step;
        const at = printWall(server.now + ahead * minute);
        return [platform, { ...policy, step: { ...rest, at, zone: "UTC" } }];
      }),
    );
  await fc.assert(
    fc.asyncProperty(somePolicies, somePolicies, requestsOf("ios", "android", "tv"), async (before, after, sent) => {
      forget(world);
      const { now } = server;
      await publish(world, dated(before));
      const was = sent.map(([request, count]) => ask(server, key, request, count));
      const expires_at = new Date(now + minute).toISOString();
      const rehearsal = await createKey(server, { rehearsal: { ignore_maintenance: true }, expires_at });
      const rehearsed = sent.map(([request, count]) => ask(server, rehearsal, request, count));
      assert.deepEqual(rehearsed, was);
      const impacts = await publish(world, dated(after));
      for (const impact of impacts) {
        const { platform, at } = impact;
        const askedAt = (instant: number) => {
          server.now = instant;
          return sent.map(([request]) => ask(server, key, request));
        };
        // Requests of a platform that did not exist were not counted, so none of them is expected.
        const counted = sent.filter((_, index) => was[index] !== null);
        const keep = (answers: readonly Answer[]) => answers.filter((_, index) => was[index] !== null);
        const old = at === null ? was : askedAt(at - 1);
        checkImpact(impact, differences(counted, keep(old), keep(askedAt(at ?? now)), platform));
        if (at !== null) steps++;
      }
      server.now = now;
      // Without a change of its policy, nothing is counted of a platform.
      for (const platform of ["ios", "android", "tv"].filter((name) => !impacts.some((impact) => impact.platform === name))) {
        const is = sent.map(([request]) => ask(server, key, request));
        const { forced, freed, recommended } = differences(sent, was, is, platform);
        assert.deepEqual([forced, freed, recommended], [0, 0, 0], platform);
      }
      if (before.tv !== null && after.tv === null) deleted++;
      assert.ok(after.tv !== null || impacts.every(({ platform }) => platform !== "tv"));
    }),
    { numRuns: 100 },
  );
  assert.ok(steps > 30 && deleted > 3, JSON.stringify([steps, deleted]));
});
