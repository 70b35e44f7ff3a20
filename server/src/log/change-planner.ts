/** Plans changes of the configuration, with their impact on the requests that were counted. */
import { applyEffectiveEdits } from "drawbridge-rules/changes/edit.ts";
import { type Plan, planSteps } from "drawbridge-rules/changes/plan.ts";
import { changedPolicies, withImpact } from "drawbridge-rules/impact/plan-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { runStepsYielding } from "../base/yielding-work.ts";

/** Reads the requests of a platform. @param now epoch ms */
export type TrafficSource = (project: string, platform: string, now: number) => Promise<PlatformTraffic>;

export class ChangePlanner {
  readonly #traffic: TrafficSource | null;

  /** @param traffic null: no counts, so plans have no impact */
  constructor(traffic: TrafficSource | null) {
    this.#traffic = traffic;
  }

  /** @param now epoch ms. @throws unavailable */
  async plan(state: ProjectState, edits: readonly Edit[], now: number): Promise<Plan> {
    const planned = await runStepsYielding(planSteps(state, edits, now));
    const isOfPolicy = planned.changes.some(({ kind }) => kind === "platform");
    if (this.#traffic === null || !isOfPolicy) return planned;
    const changed = changedPolicies(state, applyEffectiveEdits(state, planned.changes), now);
    const traffic = new Map<string, PlatformTraffic>();
    for (const platform of new Set(changed.map(({ platform }) => platform)))
      traffic.set(platform, await this.#traffic(state.id, platform, now));
    return runStepsYielding(withImpact(planned, state, changed, traffic));
  }
}
