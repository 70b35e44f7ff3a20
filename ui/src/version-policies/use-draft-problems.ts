/** Problems of a draft in words. */
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { useEffect, useState } from "react";
import { checkPolicyDraft, type DraftProblem } from "./policy-draft.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

/** Milliseconds. */
const pause = 800;

/**
 * Returns a function for the problem of a field, and one that marks the field as being edited: its input is not reported as wrong
 * yet. Validation runs after a pause and not on blur, because a message would move the page under the pointer.
 */
export function useDraftProblems(
  form: PolicyForm,
): readonly [problemIn: (field: string) => string | undefined, type: (field: string) => void] {
  const { wrong } = versionPolicyTexts;
  const [typing, setTyping] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setTyping(null), pause);
    return () => clearTimeout(timer);
  }, [typing, form]);
  const { problems } = checkPolicyDraft(form);
  const wordsOf = (problem: DraftProblem | undefined) => {
    if (problem?.kind === "twice") return wrong.twice(problem.line);
    return problem?.spelled ? wrong.spelled(problem.spelled) : problem && wrong[problem.kind];
  };
  return [(field) => (typing === field ? undefined : wordsOf(problems.get(field))), setTyping];
}
