import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { useEffect } from "react";
import { withDeclared } from "./release-draft.ts";
import { withDecision } from "./step-draft.ts";
import { versionPoliciesRoute } from "./version-policies-route.ts";

/** Enters what the address says, a decision about the step or a release, once: what the user types afterwards stays. */
export function useEnteredForm(form: PolicyForm, isReadOnly: boolean, onChange: (form: PolicyForm) => void): void {
  const { step: decision, declare, date } = versionPoliciesRoute.useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (isReadOnly) return;
    const decided = decision ? withDecision(form, decision, Date.now()) : form;
    const entered = declare ? withDeclared(decided, { version: declare, ...(date ? { date } : {}) }) : decided;
    if (entered !== form) onChange(entered);
  }, []);
}
