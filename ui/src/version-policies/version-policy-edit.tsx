import { AdminError } from "drawbridge-client/admin";
import { builtInPlatforms, isPlatformName } from "drawbridge-rules/versions/platform.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { useEffect, useMemo, useState } from "react";
import { presentOf } from "../review/edit-state.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { checkPolicyDraft, type DraftProblem, toSentPolicy, withDeclared } from "./policy-draft.ts";
import { withDecision } from "./step-draft.ts";
import { versionPoliciesRoute } from "./version-policies-route.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** A form with the platform, which one that is to be made does not have yet. */
interface NamedForm extends PlatformForm {
  readonly id: string;
}

/** @param id null: a platform is to be made. @param policy null: there is none */
export function useVersionPolicyEdit(project: string, id: string | null, policy: Platform | null): Edit<NamedForm> {
  const initial = useMemo(() => ({ id: id ?? "" }), [id]);
  return useEdit<NamedForm>({
    project,
    resource: `platforms/${id ?? ""}`,
    path: (form) => `platforms.${form.id}`,
    title: (form) => (id === null ? texts.reviewNew : texts.reviewEdit)(form.id),
    present: presentOf(policy),
    initial,
    read: async (form) => presentOf(await orNull(admin.getPlatform({ project, platform: form.id }))),
    send: async ({ id: sentId, ...form }, etag, options) => {
      // Some of what can be typed has no address to be sent to.
      if (!isPlatformName(sentId)) throw wrongName(sentId, texts.platformWrong);
      return admin.putPlatform({ project, platform: sentId, body: toSentPolicy(form), etag, ...options });
    },
  });
}

function wrongName(id: string, detail: string): AdminError {
  return new AdminError(422, "invalid", detail, { errors: [{ path: `platforms.${id}`, detail }] });
}

/** Enters what the address says, a decision about the step or a release, once: what the user types afterwards stays. */
export function useEnteredForm(form: PlatformForm, isReadOnly: boolean, onChange: (form: PlatformForm) => void): void {
  const { step: decision, declare, date } = versionPoliciesRoute.useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (isReadOnly) return;
    const decided = decision ? withDecision(form, decision, Date.now()) : form;
    const entered = declare ? withDeclared(decided, { version: declare, ...(date ? { date } : {}) }) : decided;
    if (entered !== form) onChange(entered);
  }, []);
}

/** Milliseconds. */
const pause = 800;

/**
 * Returns a function for the problem of a field, and one that marks the field as being edited: its input is not reported as wrong
 * yet. Validation runs after a pause and not on blur, because a message would move the page under the pointer.
 */
export function useDraftProblems(
  form: PlatformForm,
): readonly [problemIn: (field: string) => string | undefined, type: (field: string) => void] {
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
  return [(field) => (typing === field ? undefined : wordsOf(problems.get(field))), setTyping];
}

interface DeleteVersionPolicyProps {
  readonly project: string;
  readonly policy: Platform;
  readonly onDone: () => void;
}

/** Deletes the rules of a built-in platform; any other platform is deleted with its rules. */
export function DeleteVersionPolicy({ project, policy: { id, etag }, onDone }: DeleteVersionPolicyProps) {
  const isAlways = builtInPlatforms.includes(id);
  return (
    <RemoveButton
      project={project}
      title={isAlways ? texts.reviewDeletePolicy(id) : texts.reviewDelete(id)}
      label={isAlways ? texts.deletePolicy : texts.deletePlatform}
      etag={etag}
      readEtag={async () => (await admin.getPlatform({ project, platform: id })).etag}
      request={(looked, options) => admin.deletePlatform({ project, platform: id, etag: looked, ...options })}
      onDone={onDone}
    />
  );
}
