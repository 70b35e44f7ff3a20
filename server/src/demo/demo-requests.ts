/**
 * Writes made-up requests of the demo's apps up to now, two months at first. They are stored with a source of their own, so that
 * answers can mark them; the store refuses them for any other project.
 */
import { keptByHour } from "drawbridge-rules/impact/traffic.ts";
import { demoProject } from "drawbridge-rules/project/demo-project.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { type CompiledPolicy, compilePolicy, decide, decisions } from "drawbridge-rules/versions/version-policy.ts";
import type { Store } from "../store/store.ts";
import type { OutcomeCounts, VersionCount } from "../store/usage.ts";
import { demoApps } from "./demo-apps.ts";
import { type MadeUpApp, madeUpTraffic } from "./made-up-traffic.ts";

const hourMs = 3_600_000;
const hoursOfDay = 24;
const seed = 1;
/** Days of requests on the first start, and at most after a long pause. */
const firstDays = 60;
/** Hours in one transaction, which blocks everything else in the process while it runs. */
const hoursAtOnce = 3 * hoursOfDay;

interface DemoRequests {
  readonly store: { readonly usage: Pick<Store["usage"], "write" | "versionHours" | "versionDays"> };
  /** The demo's project; the policies decide what apps were answered. */
  readonly state: ProjectState;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly now: number;
}

/** Includes all of the current hour: half of one would look like an outage. @throws unavailable */
export async function writeDemoRequests({ store, state, createdAt, now }: DemoRequests): Promise<void> {
  const until = Math.floor(now / hourMs) + 1;
  for (const app of demoApps(createdAt, now)) {
    const policy = compilePolicy(policyAt(state.platform.get(app.platform)?.value.policy ?? emptyPolicy, now));
    for (let from = await firstMissingHour(store, app.platform, until); from < until; from += hoursAtOnce) {
      const end = Math.min(until, from + hoursAtOnce);
      const once = { process: `demo ${demoProject} ${app.platform}`, number: end, hour: until - 1 };
      await store.usage.write({ counts: [], versions: countsOf(app, policy, from, end), once });
    }
  }
}

/** The hour after the last one with made-up requests. After more than 14 days without a start, the day after them. */
async function firstMissingHour(store: DemoRequests["store"], platform: string, until: number): Promise<number> {
  const named = { project: demoProject, platform };
  const hours = await store.usage.versionHours({ ...named, from: until - keptByHour * hoursOfDay, until });
  const lastHour = lastMadeUp(hours);
  if (lastHour !== null) return lastHour + 1;
  const today = Math.floor(until / hoursOfDay);
  const lastDay = lastMadeUp(await store.usage.versionDays({ ...named, from: today - firstDays, until: today + 1 }));
  return (lastDay === null ? today - firstDays : lastDay + 1) * hoursOfDay;
}

function lastMadeUp(sums: Awaited<ReturnType<Store["usage"]["versionHours"]>>): number | null {
  return sums.reduce<number | null>((last, { source, at }) => (source === "made_up" && at > (last ?? 0) ? at : last), null);
}

function countsOf(app: MadeUpApp, policy: CompiledPolicy, from: number, until: number): VersionCount[] {
  const span = { start: from * hourMs, end: until * hourMs };
  return Array.from(madeUpTraffic(app, seed, span), ({ hour, version, requests }) => ({
    project: demoProject,
    platform: app.platform,
    source: "made_up",
    version,
    isNamed: false,
    hour,
    counts: outcomeOf(policy, version, requests),
  }));
}

function outcomeOf(policy: CompiledPolicy, text: string, requests: number): OutcomeCounts {
  const version = parseVersion(text);
  const { forced, rule } = version ? decide(policy, version) : decisions.current;
  if (forced) return [0, 0, requests, 0];
  return rule === "below_recommended" ? [0, requests, 0, 0] : [requests, 0, 0, 0];
}
