import type { TextInputProps } from "@mantine/core";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { type CompiledPolicy, compilePolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { useEffect, useMemo, useState } from "react";
import { useNow } from "../elements/use-now.ts";
import { presentOf } from "../review/edit-state.ts";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { versionPoliciesRoute } from "../routes.ts";
import { admin, orNull } from "../server-connection.ts";
import { checkPolicyDraft, type DraftProblem, toSentPolicy, withMovedStep } from "./policy-draft.ts";
import type { ListedPlatform } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface NamedForm extends PlatformForm {
  readonly id: string;
}

export function usePlatformEdit(project: string, { id, policy }: ListedPlatform, title: (id: string) => string): Edit<NamedForm> {
  const initial = useMemo(() => ({ id }), [id]);
  const edit = useEdit<NamedForm>({
    project,
    resource: `platforms/${id}`,
    path: (form) => `platforms.${form.id}`,
    title: (form) => title(form.id),
    present: presentOf<Platform>(policy),
    initial,
    read: async (form) => presentOf(await orNull(admin.getPlatform({ project, platform: form.id }))),
    send: ({ id: sentId, ...form }, etag, options) => {
      const body = toSentPolicy(form);
      // The form must equal what it publishes, or its spaces and empty lines would conflict with that; and problems name its lines.
      edit.change({ ...body, id: sentId });
      return admin.putPlatform({ project, platform: sentId, body, etag, ...options });
    },
  });
  return edit;
}

/** Moves the step to a later time, once, if the address asks for it. */
export function useMovedStep(id: string, mayMove: boolean, form: PlatformForm, onMove: (form: PlatformForm) => void): boolean {
  const { edit, step } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const [isMoved, setMoved] = useState(false);
  const isAsked = mayMove && edit === id && step === "move";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on request
  useEffect(() => {
    if (!isAsked) return;
    const moved = withMovedStep(form, Date.now());
    if (moved !== form) {
      setMoved(true);
      onMove(moved);
    }
    void navigate({ search: ({ step: _, ...others }) => others, replace: true });
  }, [isAsked]);
  return isMoved;
}

export interface PresentPolicy {
  readonly policy: VersionPolicy;
  /** Rules that hold now: a step replaces its versions from its instant on. */
  readonly rules: CompiledPolicy;
}

export function usePresentPolicy(form: PlatformForm): PresentPolicy {
  const now = useNow();
  const { policy } = checkPolicyDraft(form);
  // The same object until the step takes effect.
  const present = policyAt(policy, now);
  return useMemo(() => ({ policy, rules: compilePolicy(present) }), [policy, present]);
}

/** Milliseconds. */
const pause = 800;

type DraftFieldProps = Pick<TextInputProps, "autoComplete" | "spellCheck" | "error" | "onChange">;

/** Shows a problem of a field, such as `blocked.2`, after a pause: messages must not move the page on blur. */
export function useDraftFields(
  form: PlatformForm,
): (field: string, problem: string | undefined, change: (text: string) => void) => DraftFieldProps {
  const { wrong } = texts;
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
  return (field, problem, change) => ({
    autoComplete: "off",
    spellCheck: false,
    error: (typing === field ? undefined : wordsOf(problems.get(field))) ?? problem,
    onChange: ({ currentTarget: { value } }) => {
      setTyping(field);
      change(value);
    },
  });
}
