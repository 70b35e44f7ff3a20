/** What a project asks of whoever edits it, besides the role. */
import { z } from "zod";
import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Form } from "../values/schema.ts";

const yesOrNo = z.boolean({ error: "expected true or false" });

export const protectionSchema = z.strictObject({
  /** The configuration is changed by proposals that another person approved; the verbs of maintenance go on. */
  four_eyes: yesOrNo.meta({ description: "The configuration changes by proposals that another person approved" }),
  /** Every edit says why. */
  reason_required: yesOrNo.meta({ description: "Every edit says why" }),
});

export type ProtectionForm = Form<typeof protectionSchema>;
export type Protection = Readonly<ReturnType<typeof protectionFrom>>;

export function protectionFrom({ four_eyes: fourEyes, reason_required: reasonRequired }: ProtectionForm) {
  return { fourEyes, reasonRequired };
}

export const noProtection: Protection = { fourEyes: false, reasonRequired: false };

/** Where nobody ever said anything, nothing is asked. */
export function protectionOf(state: ProjectState): Protection {
  return state.protection.get(soleId)?.value ?? noProtection;
}

export function printProtection({ fourEyes, reasonRequired }: Protection): ProtectionForm {
  return { four_eyes: fourEyes, reason_required: reasonRequired };
}
