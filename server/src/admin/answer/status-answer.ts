/** Servers and edges share this, so it must not import the admin API. */

import { policyImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { laterStepTime, policyAfterStep, policyBeforeStep, stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type * as wire from "drawbridge-rules/wire/status.ts";
import type { StepStatus } from "drawbridge-rules/wire/status.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import { zoneSource } from "../../base/zone-data.ts";
import type { SourceStatus } from "../../log/source-status.ts";
import type { Catalog } from "../../reads/catalog/catalog.ts";
import type { AdminServices } from "../admin-services.ts";

export type StatusAnswerServices = Pick<
  AdminServices,
  "storeKind" | "catalog" | "now" | "readUrls" | "version" | "programStatus"
>;

/** Needs no store. @param details null means that it must not contain names of projects */
export function buildStatus(
  { catalog, storeKind, version, readUrls, programStatus, now }: StatusAnswerServices,
  details: Pick<wire.Status, "steps" | "webhooks"> | null = null,
): wire.Status {
  const at = now();
  const { epoch = null, revision = null } = catalog.head ?? {};
  const clock = programStatus.clock();
  const objects = programStatus.objects();
  const openedUntil = programStatus.openings().map(({ until }) => until);
  return {
    version,
    epoch,
    revision,
    store: storeKind,
    format: programStatus.format(),
    read_urls: readUrls(),
    runtime: { node: process.versions.node },
    time_zones: zoneSource(),
    started_at: printInstant(programStatus.startedAt),
    listeners: programStatus.listeners(),
    sources: programStatus.sources().map((source) => printSource(source, at, details !== null)),
    objects: objects && { ...objects, behind: objects.behind / 1000 },
    edges: programStatus.edges(),
    opened_until: openedUntil.length === 0 ? null : printInstant(Math.max(...openedUntil)),
    clock: {
      checked_at: clock.checkedAt === null ? null : printInstant(clock.checkedAt),
      offset_ms: clock.offset,
      problem: clock.problem,
    },
    ...(details ?? { steps: [], webhooks: [] }),
  };
}

function printSource({ since, checkedAt, ...source }: SourceStatus, now: number, isAdministrator: boolean): wire.SourceStatus {
  const { name, kind, state, epoch, revision, problem, code, rebuilt } = source;
  const manifests = isAdministrator ? (source.lost?.manifests ?? []) : [];
  const lost = source.lost && { ...source.lost, at: printInstant(source.lost.at), manifests };
  const checked_at = checkedAt === null ? null : printInstant(checkedAt);
  const age = checkedAt === null ? null : Math.max(0, now - checkedAt) / 1000;
  return {
    name,
    kind,
    state,
    since: printInstant(since),
    epoch,
    revision,
    checked_at,
    age,
    problem,
    code,
    lost,
    rebuilt_rows: rebuilt,
  };
}

export interface StepShareServices {
  readonly catalog: Pick<Catalog, "dueSteps">;
  readonly traffic: { readonly ofPlatform: (project: string, platform: string, now: number) => Promise<PlatformTraffic> };
}

/** Never throws `unavailable`: a step whose requests cannot be read has no counts. */
export async function readStepShares({ catalog, traffic }: StepShareServices, now: number): Promise<StepStatus[]> {
  const found: StepStatus[] = [];
  for (const { project, platform, policy } of await runStepsYielding(catalog.dueSteps(now))) {
    const { step } = policy;
    if (!step) continue;
    const { zone, minimum, recommended } = step;
    const about = { project, platform, at: printInstant(stepTime(step)), zone, minimum, recommended };
    let day: { readonly requests: number; readonly forced: number } | null = null;
    try {
      const counted = await traffic.ofPlatform(project, platform, now);
      ({ day } = await runStepsYielding(policyImpact(policyBeforeStep(policy), policyAfterStep(policy), counted)));
    } catch (error) {
      if (!(error instanceof DrawbridgeError && error.code === "unavailable")) throw error;
    }
    const counts = { requests_24h: day?.requests ?? null, forced_24h: day?.forced ?? null };
    found.push({ ...about, later: laterStepTime(step, now), ...counts });
  }
  return found;
}
