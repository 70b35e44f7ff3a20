import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { isInvalid, isStale } from "drawbridge-client/admin";
import { DAY } from "drawbridge-rules/values/duration.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { findProblemField } from "../../review/edit-state.ts";
import { admin, projectQuery, projectQueryKey } from "../../server-connection.ts";
import { problemText } from "../../texts/formats.ts";
import { isWindowId, type NamedWindowForm } from "./window-form.ts";

export const windowListQuery = projectQuery("windows", (project) => admin.listAll("listMaintenanceWindows", { project }));

/** Active and upcoming within a year, as published. */
export const nextOccurrencesQuery = projectQuery("next of window", (project, window: string) => {
  const now = Date.now();
  const [from = "", until = ""] = [now, now + 366 * DAY].map((at) => new Date(at).toISOString());
  return admin.listMaintenance({ project, window, from, until, limit: 6, warnings: false });
});

function windowCheckQuery(project: string, id: string, form: WindowForm, etag: string | null) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows", "check", id, etag ?? "", JSON.stringify(form)),
    queryFn: () => check(project, id, form, etag),
    gcTime: 60_000,
    // Publishing refetches everything, but the id of a new window is then taken: its form closes.
    ...(etag === null ? { staleTime: "static" as const } : {}),
  });
}

type WindowCheck = Pick<ChangeAnswer, "problems" | "schedule">;

async function check(project: string, id: string, form: WindowForm, etag: string | null): Promise<WindowCheck> {
  try {
    return await admin.putMaintenanceWindow({ project, window: id, body: form, etag, dry_run: true });
  } catch (error) {
    if (isInvalid(error)) return { problems: error.errors };
    // Another user published first: the form is rebased on that shortly, and checked again.
    if (isStale(error)) return { problems: [] };
    throw error;
  }
}

export interface Schedule {
  /** Null means unknown, for the reason in `state`. */
  readonly occurrences: readonly ListedOccurrence[] | null;
  readonly state: "asking" | "wrong" | "away" | "said";
  /** Published times are listed for one year at most. */
  readonly isPublished: boolean;
}

/** Milliseconds after the last keystroke. */
const pause = 350;
/** Stands in for an id that is not valid yet, so that the other fields can be checked. */
const anyId = "not-named-yet";

interface CheckOptions {
  readonly project: string;
  readonly window: MaintenanceWindow | null;
  readonly form: NamedWindowForm;
  readonly isDirty: boolean;
  /** Without the permission to edit, the server refuses the check. */
  readonly mayEdit: boolean;
}

export function useWindowCheck({ project, window, form, isDirty, mayEdit }: CheckOptions) {
  const [asked] = useDebouncedValue(form, pause);
  const { id: typed, ...sent } = asked;
  const id = window?.id ?? (isWindowId(typed) ? typed : anyId);
  const isPublished = window !== null && !(mayEdit && isDirty);
  const check = useQuery({
    ...windowCheckQuery(project, id, sent, window?.etag ?? null),
    enabled: mayEdit && !isPublished,
    placeholderData: keepPreviousData,
  });
  const published = useQuery({ ...nextOccurrencesQuery(project, window?.id ?? ""), enabled: isPublished });
  const problems = isDirty ? (check.data?.problems ?? []) : [];
  const isAt = (problem: ProblemItem, field: string) => {
    const at = findProblemField(problem, `windows.${id}`);
    return at === field || at.startsWith(`${field}.`);
  };
  return {
    schedule: isPublished
      ? { occurrences: published.data?.occurrences ?? null, isPublished, state: stateOf(published) }
      : scheduleOf(check),
    problemAt: (field: string) => problemText(problems.find((problem) => isAt(problem, field))),
    problemsBeside: (fields: readonly string[]) => problems.filter((problem) => !fields.some((field) => isAt(problem, field))),
  };
}

function scheduleOf(check: UseQueryResult<WindowCheck>): Schedule {
  // The placeholder is an answer about what was typed before.
  const isOutdated = check.isPlaceholderData && check.failureCount > 0;
  if (isOutdated) return { occurrences: null, isPublished: false, state: "away" };
  const isWrong = (check.data?.problems ?? []).length > 0;
  return { occurrences: check.data?.schedule ?? null, isPublished: false, state: isWrong ? "wrong" : stateOf(check) };
}

function stateOf({ data, error }: Pick<UseQueryResult, "data" | "error">): "said" | "away" | "asking" {
  if (data !== undefined) return "said";
  return error === null ? "asking" : "away";
}
