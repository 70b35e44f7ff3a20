/** One query per project, with everything its row on Now shows. Commits invalidate it, not a timer. */

import { queryOptions } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { findNextScheduled, untilNextTransition } from "../maintenance/occurrence/occurrence-phase.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { attentionIn, attentionSources, dataOf, notRead, readAttention } from "./attention.ts";
import { type AttentionContext, type AttentionItem, urgencies } from "./attention-source.ts";
import { type ForcedPlatform, forcedPlatforms } from "./attention-versions.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { ProjectFilter } from "./overview-route.ts";

interface ProjectOverview {
  readonly maintenance: MaintenanceList;
  /** Data of each source of attention. */
  readonly attention: readonly unknown[];
  /** When it was read, epoch ms: the clock of the page may be some seconds behind it. */
  readonly at: number;
}

/** Milliseconds: what begins or ends by the clock is read again at that moment, and in any case after an hour. */
const atMost = Math.min(3_600_000, ...attentionSources.flatMap(({ every }) => every ?? []));
const limit = new ConcurrencyLimit(3);

export function projectOverviewQuery(project: string, me: WhoAmI) {
  return queryOptions({
    queryKey: projectQueryKey(project, "overview"),
    queryFn: () => limit.run(() => readOverview(project, me)),
    refetchInterval: ({ state }) => untilNextTransition(state.data?.maintenance, Date.now(), atMost),
  });
}

async function readOverview(project: string, me: WhoAmI): Promise<ProjectOverview> {
  const [maintenance, attention] = await Promise.all([admin.listMaintenance({ project }), readAttention(project, me)]);
  return { maintenance, attention, at: Date.now() };
}

export interface ProjectRow {
  readonly project: ProjectListItem;
  /** Undefined: not read yet. */
  readonly seen: ProjectOverview | undefined;
  /** The project could not be read, or only in part. */
  readonly isFailed: boolean;
  readonly running: readonly ListedOccurrence[];
  /** Platforms that are not open to all requests; null: not known. */
  readonly forced: readonly ForcedPlatform[] | null;
  readonly next: ListedOccurrence | null;
  readonly needs: readonly AttentionItem[];
}

export function projectRow(
  project: ProjectListItem,
  seen: ProjectOverview | undefined,
  error: Error | null,
  context: Omit<AttentionContext, "project" | "maintenance">,
): ProjectRow {
  if (!seen) return { project, seen, isFailed: error !== null, running: [], forced: null, next: null, needs: [] };
  const now = Math.max(context.now, seen.at);
  const { maintenance, attention } = seen;
  return {
    project,
    seen,
    isFailed: attention.includes(notRead),
    running: maintenance.occurrences.filter((occurrence) => listedState(occurrence, now) === "active"),
    forced: dataOf(attention, forcedPlatforms),
    next: findNextScheduled(maintenance, now),
    needs: attentionIn(attention, { ...context, now, project: project.id, maintenance }),
  };
}

/** Projects that need attention first, then those in maintenance, then by their next maintenance. */
export function inOrder(rows: readonly ProjectRow[]): readonly ProjectRow[] {
  return rows.toSorted((a, b) => urgencyOf(a) - urgencyOf(b) || isOn(a) - isOn(b) || startOf(a) - startOf(b) || byName(a, b));
}

function urgencyOf({ needs: [first] }: ProjectRow): number {
  return first && first.urgency !== "hint" ? urgencies.indexOf(first.urgency) : urgencies.length;
}

function isOn({ running }: ProjectRow): number {
  return running.length > 0 ? 0 : 1;
}

/** One that comes some day, and one that never does, are alike. */
function startOf({ next }: ProjectRow): number {
  return next ? Date.parse(next.start) : Number.MAX_SAFE_INTEGER;
}

function byName(a: ProjectRow, b: ProjectRow): number {
  return projectDisplayName(a.project).localeCompare(projectDisplayName(b.project));
}

export function projectDisplayName({ id, name }: ProjectListItem): string {
  return name === "" ? id : name;
}

/** @param query a part of the name or id */
export function matchesFilter({ project, needs, running }: ProjectRow, show: ProjectFilter, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const isFound = [project.id, project.name].some((text) => text.toLowerCase().includes(wanted));
  return isFound && (show === "all" || (show === "attention" ? needs.length > 0 : running.length > 0));
}
