/** Held steps of version policies: they take place only if an operator resumes them. */
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { admin } from "../server-connection.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts } from "./attention-texts.ts";

interface HeldStep {
  readonly platform: string;
  /** Planned instant, epoch ms. */
  readonly at: number;
}

export const heldSteps: AttentionSource<readonly HeldStep[]> = {
  read: async (project) =>
    (await admin.listAll("listPolicies", { project })).flatMap(({ id, step }) =>
      step?.held ? [{ platform: id, at: wallToInstant(step.at, step.zone ?? "UTC") }] : [],
    ),
  find: (steps, { formats, say }) => {
    const texts = say(attentionTexts);
    return steps.map(({ platform, at }) => ({
      key: platform,
      urgency: "now",
      text: texts.heldStep(platform, formats.instant(at)),
      to: "/projects/$project/versions",
      search: { edit: platform },
    }));
  },
};
