/** Share of the requests of the last 24 hours that the present policy of a platform forces to update, and who changed it last. */
import { policyImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { stepInstant } from "drawbridge-rules/versions/policy-step.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { PresentShare } from "drawbridge-rules/wire/adoption.ts";
import type { CommitItem } from "drawbridge-rules/wire/problem.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Store } from "../../store/store.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";

export interface PresentShareServices extends NamingServices {
  readonly store: Store;
}

/** Edits of a platform among which its last change of a forcing rule is looked for. */
const maxEdits = 50;

/** @param policy the present one @param now epoch ms @throws unavailable */
export async function readPresentShare(
  services: PresentShareServices,
  state: ProjectState,
  platform: string,
  policy: VersionPolicy,
  traffic: PlatformTraffic,
  now: number,
): Promise<PresentShare> {
  const { day } = await runStepsYielding(policyImpact(emptyPolicy, policy, traffic));
  return {
    requests_24h: day.requests,
    forced_24h: day.forced,
    other_24h: day.other,
    changed: day.forced === 0 ? null : await lastForcingChange(services, state, platform, now),
  };
}

async function lastForcingChange(
  services: PresentShareServices,
  { id: project, platform: platforms }: ProjectState,
  platform: string,
  now: number,
): Promise<CommitItem | null> {
  const edits = await services.store.history(project, { kind: "platform", id: platform, limit: maxEdits });
  const stepAt = stepInstant(platforms.get(platform)?.value.policy ?? emptyPolicy);
  const isStepped = stepAt !== null && stepAt <= now;
  const found = edits.find(({ changes }) =>
    changes.some(({ before, value }) => forcingRules(before, isStepped) !== forcingRules(value, isStepped)),
  );
  if (!found) return null;
  const { revision, at, actor, reason } = found;
  const nameOf = await actorNames(services, [actor]);
  return { revision, at: printInstant(at), actor, actor_name: nameOf(actor), reason };
}

/**
 * As text, to compare. @param stored JSON text; null: the platform did not exist
 * @param isStepped whether the present step took place: it then forces, and its author planned it
 */
function forcingRules(stored: string | null, isStepped: boolean): string {
  const { minimum, blocked, exempt, step } = stored === null ? emptyPolicy : storedValue("platform", stored).policy;
  return JSON.stringify([minimum, blocked, exempt, isStepped && step?.minimum ? [step.at, step.zone, step.minimum] : null]);
}
