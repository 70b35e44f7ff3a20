/** What is wrong with a window, and when it would take place, said by the server while somebody types. */
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isSame } from "drawbridge-rules/changes/three-way-merge.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { fieldOf } from "../review/edit-state.ts";
import { isWindowId, type NamedWindowForm } from "./window-form.ts";
import { nextOccurrencesQuery, windowCheckQuery } from "./window-list.ts";

export interface CheckedWindow {
  readonly problemAt: (field: string) => string | undefined;
  /** With none of these fields. */
  readonly problemsBeside: (fields: readonly string[]) => readonly ProblemItem[];
}

export interface Schedule {
  /** Null: it cannot be said, `state` says why. */
  readonly occurrences: readonly ListedOccurrence[] | null;
  readonly state: "asking" | "wrong" | "away" | "said";
  /** Whether it is what is published, which is looked at no further than a year. */
  readonly isPublished: boolean;
}

/** Milliseconds without a key before the server is asked. */
const pause = 350;
/** In the place of an id that is none yet: what is asked about is everything else. */
const anyId = "not-named-yet";

export interface CheckOptions {
  readonly project: string;
  /** As published; null: it is to be made. */
  readonly window: MaintenanceWindow | null;
  readonly form: NamedWindowForm;
  /** Whether it differs from what is published. */
  readonly isDirty: boolean;
  /** Whoever may only look may not ask what would be. */
  readonly mayEdit: boolean;
}

export function useWindowCheck({ project, window, form, isDirty, mayEdit }: CheckOptions): CheckedWindow {
  const [asked] = useDebouncedValue(form, pause);
  const { id: typed, ...sent } = asked;
  const id = idOf(typed, window);
  const check = useQuery({
    ...windowCheckQuery(project, id, sent, window?.etag ?? null),
    enabled: mayEdit && isDirty,
    placeholderData: keepPreviousData,
  });
  const problems = isDirty ? (check.data?.problems ?? []) : [];
  const isAt = (problem: ProblemItem, field: string) => {
    const at = fieldOf(problem, `windows.${id}`);
    return at === field || at.startsWith(`${field}.`);
  };
  return {
    problemAt: (field) => problems.find((problem) => isAt(problem, field))?.detail,
    problemsBeside: (fields) => problems.filter((problem) => !fields.some((field) => isAt(problem, field))),
  };
}

/** By its times alone: what else is typed, and wrong, takes them away from nobody. */
export function useSchedule({ project, window, form, mayEdit }: CheckOptions): Schedule {
  const [asked] = useDebouncedValue(form, pause);
  const times = timesOf(asked);
  const isPublished = window !== null && (!mayEdit || isSame(times, timesOf(window)));
  const would = useQuery({
    ...windowCheckQuery(project, idOf(asked.id, window), times, window?.etag ?? null),
    enabled: !isPublished && mayEdit,
    placeholderData: keepPreviousData,
  });
  const is = useQuery({ ...nextOccurrencesQuery(project, window?.id ?? ""), enabled: isPublished });
  const isWrong = !isPublished && (would.data?.problems ?? []).length > 0;
  // What was said before is of other times than those that are typed now.
  const isOutdated = !isPublished && would.isPlaceholderData && would.failureCount > 0;
  const said = isPublished ? is.data?.occurrences : would.data?.schedule;
  const occurrences = (isOutdated ? null : said) ?? null;
  const { error, data } = isPublished ? is : would;
  const isAway = isOutdated || (error !== null && data === undefined);
  return { occurrences, isPublished, state: isWrong ? "wrong" : isAway ? "away" : data ? "said" : "asking" };
}

function idOf(typed: string, window: MaintenanceWindow | null): string {
  return window?.id ?? (isWindowId(typed) ? typed : anyId);
}

function timesOf({ start, zone, duration, end, repeat, except }: WindowForm): WindowForm {
  return {
    start,
    ...(zone === undefined ? {} : { zone }),
    ...(duration === undefined ? {} : { duration }),
    ...(end === undefined ? {} : { end }),
    ...(repeat === undefined ? {} : { repeat }),
    ...(except === undefined ? {} : { except }),
  };
}
