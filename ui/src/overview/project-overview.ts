/** What Now shows of a project: one query for each, with everything that its row says. Commits make it old, and not a timer. */

import { queryOptions } from "@tanstack/react-query";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { isInForce, nextToCome, untilNextBoundary } from "../maintenance-now/listed-clock.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { attentionIn, attentionSources, notRead, readAttention } from "./attention.ts";
import { type AttentionContext, type AttentionItem, urgencies } from "./attention-source.ts";
import type { Show } from "./show.ts";
import { Turnstile } from "./turnstile.ts";

export interface ProjectOverview {
  readonly maintenance: MaintenanceList;
  /** Of each source of attention. */
  readonly attention: readonly unknown[];
  /** When it was read, epoch ms: the clock of the page may be some seconds behind it. */
  readonly at: number;
}

/** Milliseconds: what begins or ends by the clock is read again at that moment, and in any case after an hour. */
const atMost = Math.min(3_600_000, ...attentionSources.flatMap(({ every }) => every ?? []));
const turnstile = new Turnstile(3);

export function projectOverviewQuery(project: string, me: WhoAmI) {
  return queryOptions({
    queryKey: keyOf(project, "overview"),
    queryFn: () => turnstile.pass(() => readOverview(project, me)),
    refetchInterval: ({ state }) => untilNextBoundary(state.data?.maintenance, Date.now(), atMost),
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
  /** It could not be read, or not all of it. */
  readonly isFailed: boolean;
  readonly running: readonly ListedOccurrence[];
  readonly next: ListedOccurrence | null;
  readonly needs: readonly AttentionItem[];
}

export function rowOf(
  project: ProjectListItem,
  seen: ProjectOverview | undefined,
  error: Error | null,
  context: Omit<AttentionContext, "project" | "maintenance">,
): ProjectRow {
  if (!seen) return { project, seen, isFailed: error !== null, running: [], next: null, needs: [] };
  const now = Math.max(context.now, seen.at);
  const { maintenance, attention } = seen;
  return {
    project,
    seen,
    isFailed: attention.includes(notRead),
    running: maintenance.occurrences.filter((occurrence) => isInForce(occurrence, now)),
    next: nextToCome(maintenance, now),
    needs: attentionIn(attention, { ...context, now, project: project.id, maintenance }),
  };
}

/** What needs people first, then what is in maintenance, then what will be next. */
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
  return nameOf(a.project).localeCompare(nameOf(b.project));
}

export function nameOf({ id, name }: ProjectListItem): string {
  return name === "" ? id : name;
}

/** @param query a part of the name or id */
export function isShown({ project, needs, running }: ProjectRow, show: Show, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const isFound = [project.id, project.name].some((text) => text.toLowerCase().includes(wanted));
  return isFound && (show === "all" || (show === "attention" ? needs.length > 0 : running.length > 0));
}
