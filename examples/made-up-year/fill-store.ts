/** Fills a store with the made-up year: the manifests of the project, applied every four weeks, and its requests. */

import { randomBytes } from "node:crypto";
import { manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { readKeyChoices } from "drawbridge-rules/credentials/read-key.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { type CompiledPolicy, compilePolicy, decide } from "drawbridge-rules/versions/version-policy.ts";
import { shortId } from "../../server/src/base/short-id.ts";
import { ChangePlanner } from "../../server/src/log/change-planner.ts";
import { createReadKey } from "../../server/src/log/credential-index.ts";
import { type EditsForState, Publisher } from "../../server/src/log/publisher.ts";
import { ReadUsage } from "../../server/src/reads/usage/read-usage.ts";
import { versionOutcome } from "../../server/src/reads/usage/version-place.ts";
import { VersionTraffic } from "../../server/src/reads/usage/version-traffic.ts";
import type { Store } from "../../server/src/store/store.ts";
import type { OutcomeCounts, VersionCount } from "../../server/src/store/usage.ts";
import { dayMs, madeUpApps, requestsOf, type Span, type YearApp } from "./made-up-app.ts";
import { manifestAt, project } from "./made-up-manifest.ts";

/** Thirteen spans between manifests, and the day after the last one. */
const yearMs = 365 * dayMs;
const betweenManifests = 28 * dayMs;
const hourMs = 3_600_000;

/**
 * Fills the year before `end`, epoch ms, and returns a read key. Every manifest passes the guards.
 * @throws Error if the store has a project
 */
export async function fillYear(store: Store, end: number): Promise<string> {
  const { rows } = await store.whole();
  if (rows.some(({ project }) => project !== ""))
    throw new Error("The store has a project. Use a new data directory or an empty database.");
  const apps = madeUpApps(end);
  const clock = { now: end - yearMs };
  const traffic = new VersionTraffic({ store, usage: new ReadUsage(), writer: null });
  const publisher = new Publisher(store, () => clock.now, [], {
    newCommitId: () => shortId("c_", randomBytes),
    planner: new ChangePlanner((project, platform, now) => traffic.ofPlatform(project, platform, now)),
  });
  const start = clock.now;
  for (; clock.now < end; clock.now += betweenManifests) {
    await applyManifest(publisher, manifestAt(apps, start, clock.now));
    const span = { start: clock.now, end: Math.min(end, clock.now + betweenManifests) };
    await addRequests(store, await publisher.state(project), apps, span);
  }
  clock.now = end;
  return addKey(publisher);
}

async function addKey(publisher: Publisher): Promise<string> {
  const text = generateCredential("dbr_", randomBytes(credentialBytes));
  const wanted = { ...absentMembers(readKeyChoices), name: "apps" };
  await publish(publisher, (_, now) => {
    return [{ kind: "read_key", id: shortId("k_", randomBytes), value: createReadKey(wanted, text, now, false) }];
  });
  return text;
}

async function applyManifest(publisher: Publisher, form: object): Promise<void> {
  const problems: Problem[] = [];
  const manifest = parseManifest(form, problems);
  throwIfAny(problems, "the made-up manifest");
  if (manifest) await publish(publisher, (state) => manifestEdits(state, manifest));
}

async function publish(publisher: Publisher, edits: EditsForState): Promise<void> {
  await publisher.publish({ project, actor: "system", reason: "Made-up year", override: [], dryRun: false, edits });
}

/** Adds the requests of the span, answered by the policies of the state. Hours that are no longer reported are deleted. */
export async function addRequests(store: Store, state: ProjectState, apps: readonly YearApp[], span: Span): Promise<void> {
  for (const app of apps) {
    const policy = state.platform.get(app.platform)?.value.policy ?? emptyPolicy;
    const compiled = compilePolicy(policyAt(policy, span.start));
    for (const versions of chunksOf(countsOf(app, compiled, span))) await store.usage.write({ counts: [], versions });
  }
  await store.usage.write({ counts: [], from: Math.floor(span.end / hourMs) - 23 });
}

function* countsOf(app: YearApp, policy: CompiledPolicy, span: Span): Generator<VersionCount> {
  const { platform } = app;
  for (const { hour, version, requests } of requestsOf(app, span)) {
    const counts = outcomesOf(policy, version, requests);
    yield { project, platform, source: "server", version, isNamed: false, hour, counts };
  }
}

/** Rare versions are counted as allowed. */
function outcomesOf(policy: CompiledPolicy, text: string, requests: number): OutcomeCounts {
  const version = parseVersion(text);
  const decision = version && decide(policy, version);
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  const { allowed, recommended, forced } = versionOutcome;
  counts[decision?.forced ? forced : decision?.rule === "below_recommended" ? recommended : allowed] = requests;
  return counts;
}

/** One write for some thousand counts: each is a transaction. */
function* chunksOf(counts: Iterable<VersionCount>): Generator<VersionCount[]> {
  let some: VersionCount[] = [];
  for (const count of counts) {
    some.push(count);
    if (some.length < 5_000) continue;
    yield some;
    some = [];
  }
  yield some;
}
