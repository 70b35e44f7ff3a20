import type { ChangeOptions } from "drawbridge-client/admin";
import { type Conflict, isDeepEqual } from "drawbridge-rules/changes/three-way-merge.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem, Since } from "drawbridge-rules/wire/problem.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";
import { problemText } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ChangesSince } from "./changes-since.tsx";
import {
  beginEdit,
  type EditState,
  findProblemField,
  isDirty,
  isSameAt,
  type Present,
  rebase,
  resolveConflict,
  toDraft,
} from "./edit-state.ts";
import type { ReviewOutcome, Stale } from "./review-run.ts";
import { useReview } from "./use-review.tsx";

interface EditOptions<Form> {
  readonly project: string;
  /** Key of the draft: `instances/eu-1`. A component with another one needs another `key` too. */
  readonly resource: string;
  /** Path in the manifest, `instances.eu-1`; "" for the project itself. Problems refer to it. */
  readonly path: (form: Form) => string;
  readonly title: (form: Form) => string;
  readonly isProposable?: boolean;
  /** From a query that live updates refetch; null means a new resource. */
  readonly present: Present<Form> | null;
  /** Must be the same object at each call. */
  readonly initial: Form;
  /** A new resource can be published without any input. */
  readonly isReady?: boolean;
  readonly read: (form: Form) => Promise<Present<Form> | null>;
  /** Passes `options` on unchanged. @param etag null means a new resource */
  readonly send: (form: Form, etag: string | null, options: ChangeOptions) => Promise<ChangeAnswer>;
}

export interface Edit<Form> {
  readonly form: Form;
  readonly change: (form: Form) => void;
  readonly isDirty: boolean;
  /** Epoch ms of the restored input; null means none was restored. */
  readonly restoredAt: number | null;
  /** The resource was deleted; publishing re-creates it. */
  readonly isGone: boolean;
  readonly conflicts: readonly Conflict[];
  readonly choose: (conflict: Conflict, value: unknown) => void;
  /** `name.de`; `id` of a new resource. */
  readonly problemAt: (field: string) => string | undefined;
  /** The path "" is the form as a whole. */
  readonly problemsBeside: (fields: readonly string[]) => readonly ProblemItem[];
  /** Counts the requests of a review to go to the field with the problem. */
  readonly fixes: number;
  readonly discard: () => void;
  /** `closed`: nothing was published, and the form is unchanged. */
  readonly review: () => Promise<ReviewOutcome>;
}

export function useEdit<Form>(options: EditOptions<Form>): Edit<Form> {
  const { project, resource, path, title, isProposable = true, initial, isReady = false, read, send } = options;
  // The same object for the same version: a form rebased on a newer one is not rebased on this one again.
  const [present, setPresent] = useState(options.present);
  if (options.present?.etag !== present?.etag) setPresent(options.present);
  const openReview = useReview();
  const key = draftKey(useSession().actor, `${project}/${resource}`);
  const [restored] = useState(() => readDraft<Form>(key));
  const [restoredAt, setRestoredAt] = useState(restored?.at ?? null);
  const [state, setState] = useState(() => beginEdit(restored, present, initial));
  const [problems, setProblems] = useState<readonly ProblemItem[]>([]);
  const [fixes, setFixes] = useState(0);
  // The user may have typed more since the request.
  const latest = useRef(state);

  const settle = useCallback(
    (next: EditState<Form>) => {
      latest.current = next;
      setState(next);
      const draft = toDraft(next, initial, Date.now());
      if (draft) saveDraft(key, draft);
      else deleteDraft(key);
    },
    [key, initial],
  );

  useEffect(() => {
    if (present?.etag !== latest.current.base?.etag) settle(rebase(latest.current, present, initial));
  }, [present, settle, initial]);

  const onStale = async (since: Since | null): Promise<Stale> => {
    const now = await read(latest.current.form);
    if (!latest.current.base && now && !latest.current.isGone && !isDeepEqual(now.form, latest.current.form)) {
      setProblems([{ path: "id", detail: sharedTexts.review.madeMeanwhile }]);
      return { kind: "left" };
    }
    settle(rebase(latest.current, now, initial));
    if (latest.current.conflicts.length > 0) return { kind: "left" };
    return { kind: "again", notice: <ChangesSince since={since} text={sharedTexts.review.onTop} /> };
  };

  const review = async (): Promise<ReviewOutcome> => {
    setProblems([]);
    const outcome = await openReview({
      project,
      title: title(latest.current.form),
      isProposable,
      request: (asked) => send(latest.current.form, latest.current.base?.etag ?? null, asked),
      onProblems: setProblems,
      onStale,
      onFix: (problem) => {
        setProblems([problem]);
        setFixes((count) => count + 1);
      },
    });
    if (outcome.kind !== "closed") {
      deleteDraft(key);
      setRestoredAt(null);
    }
    return outcome;
  };

  const fieldIn = (problem: ProblemItem) => findProblemField(problem, path(state.form));

  return {
    form: state.form,
    isDirty: isDirty(state, initial) || (isReady && state.base === null),
    restoredAt,
    isGone: state.isGone,
    conflicts: state.conflicts,
    change: (form) => {
      // A problem no longer applies once its field has changed.
      const own = path(latest.current.form);
      const before = latest.current.form;
      setProblems((said) => said.filter((problem) => isSameAt(before, form, findProblemField(problem, own))));
      settle({ ...latest.current, form });
    },
    choose: (conflict, value) => settle(resolveConflict(latest.current, conflict, value)),
    problemAt: (field) => problemText(problems.find((problem) => fieldIn(problem) === field)),
    problemsBeside: (fields) => problems.filter((problem) => !fields.includes(fieldIn(problem))),
    fixes,
    discard: () => {
      setProblems([]);
      setRestoredAt(null);
      settle(beginEdit(null, present, initial));
    },
    review,
  };
}
