/** The windows of a project, and what the server says of one while it is typed. */
import { queryOptions } from "@tanstack/react-query";
import { isInvalid, isStale } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** To plan maintenance, and to do anything to it. */
export const neededRole: Role = "operator";

export function windowListQuery(project: string) {
  return queryOptions({
    queryKey: keyOf(project, "windows"),
    queryFn: () => admin.listAll("listMaintenanceWindows", { project }),
  });
}

const DAY = 86_400_000;

/** In force and to come within a year, as published. */
export function nextOccurrencesQuery(project: string, window: string) {
  return queryOptions({
    queryKey: keyOf(project, "windows", "next", window),
    queryFn: () => {
      const until = new Date(Date.now() + 366 * DAY).toISOString();
      return admin.listMaintenance({ project, window, until, limit: 6, warnings: false });
    },
  });
}

export interface WindowCheck {
  readonly problems: readonly ProblemItem[];
  readonly warnings: readonly ProblemItem[];
  /** The next times, as they would be; null: the server cannot say, or they would be as they are. */
  readonly schedule: readonly ListedOccurrence[] | null;
}

/** What would come of it, asked of the server: nothing is published. @param etag null: it is to be made */
export function windowCheckQuery(project: string, id: string, form: WindowForm, etag: string | null) {
  return queryOptions({
    queryKey: keyOf(project, "windows", "check", id, etag ?? "", JSON.stringify(form)),
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
    // Somebody was faster: what is typed is put on top of it in a moment, and asked about again.
    if (isStale(error)) return { problems: [], warnings: [], schedule: null };
    throw error;
  }
}
