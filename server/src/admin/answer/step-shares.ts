/** Dated steps within a day of their instant, with their share of the last day's requests: information for operators. */
import { policyImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { laterStepTime, policyAfterStep, policyBeforeStep, stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { StepStatus } from "drawbridge-rules/wire/status.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Catalog } from "../../reads/catalog/catalog.ts";

export interface StepShareServices {
  readonly catalog: Pick<Catalog, "dueSteps">;
  readonly traffic: { readonly ofPlatform: (project: string, platform: string, now: number) => Promise<PlatformTraffic> };
}

/** Never throws `unavailable`: a step whose requests cannot be read has no counts. @param now epoch ms */
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
