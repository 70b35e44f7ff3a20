import { applyEffectiveEdits } from "drawbridge-rules/changes/edit.ts";
import { type Plan, planSteps } from "drawbridge-rules/changes/plan.ts";
import { changedPolicies, withImpact } from "drawbridge-rules/impact/plan-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { allPlatforms } from "drawbridge-rules/versions/platform.ts";
import { runStepsYielding } from "../base/yielding-work.ts";

export type TrafficSource = (project: string, platform: string, now: number) => Promise<PlatformTraffic>;

const maxPlatforms = 20;

export class ChangePlanner {
  readonly #traffic: TrafficSource | null;

  /** @param traffic null means no counts, so plans have no impact */
  constructor(traffic: TrafficSource | null) {
    this.#traffic = traffic;
  }

  /** @param now epoch ms. @throws unavailable */
  async plan(state: ProjectState, edits: readonly Edit[], now: number): Promise<Plan> {
    const planned = await runStepsYielding(planSteps(state, edits, now));
    const edited = planned.changes.filter(({ kind }) => kind === "platform").map(({ id }) => id);
    // Texts of the project are shown for the version of each platform that sends most requests.
    const isOfProject = planned.changes.some(({ kind }) => kind === "project");
    const platforms = isOfProject ? [...allPlatforms(state.platform.keys())].slice(0, maxPlatforms) : [];
    if (this.#traffic === null || edited.length + platforms.length === 0) return planned;
    const changed = changedPolicies(state, applyEffectiveEdits(state, planned.changes), now);
    const traffic = new Map<string, PlatformTraffic>();
    for (const platform of new Set([...edited, ...platforms]))
      traffic.set(platform, await this.#traffic(state.id, platform, now));
    return runStepsYielding(withImpact(planned, state, changed, traffic));
  }
}
