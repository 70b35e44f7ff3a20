/** Held steps of version policies: they don't take effect until an operator decides. */
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn } from "../session/session.ts";
import { stepDecisions } from "../version-policies/step-decision.ts";
import { readStep } from "../version-policies/step-draft.ts";
import { stepTexts } from "../version-policies/step-texts.ts";
import { stepWords } from "../version-policies/use-step-words.ts";
import type { AttentionSource } from "./attention-source.ts";

export const heldSteps: AttentionSource<readonly Policy[]> = {
  read: async (project) => (await admin.listAll("listPolicies", { project })).filter(({ step }) => step?.held),
  find: (policies, { project, me, formats, say }) => {
    const texts = say(stepTexts);
    const mayEdit = isAtLeast(roleIn(me, project), "editor");
    return policies.flatMap(({ id, step: form }) => {
      const step = readStep(form);
      if (!step) return [];
      const { what, when } = stepWords(step, texts, formats);
      const decisions = stepDecisions.map((decision) => ({
        label: texts.decisions[decision],
        spoken: texts.decisionOf(texts.decisions[decision], id),
        search: { edit: id, step: decision },
      }));
      return {
        key: id,
        urgency: "now",
        text: texts.attention(id, what, when),
        to: "/projects/$project/versions",
        search: { edit: id },
        ...(mayEdit ? { decisions } : {}),
      };
    });
  },
};
