/** Dated steps from a day before their instant to a day after, with their share of the last day's requests. */

import { isStepDue } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { readTraffic, stepForcedRequests } from "../adoption/counted-traffic.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn } from "../session/session.ts";
import { formatShare } from "../texts/formats.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import { readStep } from "../version-policies/step-draft.ts";
import { stepSentence } from "../version-policies/step-sentence.ts";
import { stepTexts as texts } from "../version-policies/step-texts.ts";
import type { AttentionSource } from "./attention-source.ts";

interface DueStep {
  readonly platform: string;
  readonly step: PolicyStep;
  readonly forced: number;
  /** 0: none were counted. */
  readonly requests: number;
}

export const dueSteps: AttentionSource<readonly DueStep[]> = {
  /** Milliseconds: no commit tells that a step comes near, or that apps were updated. */
  every: 300_000,
  read: async (project) => {
    const policies = await admin.listAll("listPolicies", { project });
    const due = policies.flatMap(({ id, ...form }) => {
      const step = readStep(form.step);
      return step && isStepDue(step, Date.now()) ? [{ platform: id, step, policy: readPolicy(form) }] : [];
    });
    if (due.length === 0) return [];
    const adoption = await admin.getAdoption({ project });
    return due.map(({ platform, step, policy }) => {
      const traffic = readTraffic(adoption, platform);
      return { platform, step, forced: traffic ? stepForcedRequests(traffic, policy) : 0, requests: traffic?.requests ?? 0 };
    });
  },
  find: (steps, { project, me, now }) => {
    const mayEdit = isAtLeast(roleIn(me, project), "editor");
    return steps.map(({ platform, step, forced, requests }) => {
      const share = requests === 0 ? null : formatShare(forced, requests);
      const label = texts.decisions.move;
      const decision = { label, spoken: texts.decisionOf(label, platform), search: { edit: platform, step: "move" } };
      return {
        key: platform,
        urgency: "soon",
        text: `${platform}: ${stepSentence(step, share, now)}`,
        to: "/projects/$project/versions",
        search: { edit: platform },
        ...(mayEdit ? { decisions: [decision] } : {}),
      };
    });
  },
};
