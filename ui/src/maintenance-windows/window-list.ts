/** The windows of a project, and the server's check of one during typing. */
import { queryOptions } from "@tanstack/react-query";
import { isInvalid, isStale } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Role required to plan and change maintenance. */
export const requiredRole: Role = "operator";

export function windowListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows"),
    queryFn: () => admin.listAll("listMaintenanceWindows", { project }),
  });
}

const DAY = 86_400_000;

/** Active and upcoming within a year, as published. */
export function nextOccurrencesQuery(project: string, window: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows", "next", window),
    queryFn: () => {
      const until = new Date(Date.now() + 366 * DAY).toISOString();
      return admin.listMaintenance({ project, window, until, limit: 6, warnings: false });
    },
  });
}

interface WindowCheck {
  readonly problems: readonly ProblemItem[];
  readonly warnings: readonly ProblemItem[];
  /** Next occurrences after the change; null: the server cannot compute them, or they stay as they are. */
  readonly schedule: readonly ListedOccurrence[] | null;
}

/**
 * Dry run of a window on the server; publishes nothing.
 * @param etag null: a new window
 */
export function windowCheckQuery(project: string, id: string, form: WindowForm, etag: string | null) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows", "check", id, etag ?? "", JSON.stringify(form)),
    queryFn: () => check(project, id, form, etag),
    gcTime: 60_000,
  });
}

async function check(project: string, id: string, form: WindowForm, etag: string | null): Promise<WindowCheck> {
  try {
    const {
      problems,
      warnings,
      schedule = null,
    } = await admin.putMaintenanceWindow({ project, window: id, body: form, etag, dry_run: true });
    return { problems, warnings, schedule };
  } catch (error) {
    if (isInvalid(error)) return { problems: error.errors, warnings: [], schedule: null };
    // Another user published first: the form is rebased on that shortly, and checked again.
    if (isStale(error)) return { problems: [], warnings: [], schedule: null };
    throw error;
  }
}
