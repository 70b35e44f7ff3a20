import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useDeferredValue, useMemo } from "react";
import { instanceDisplayName, instanceListQuery } from "../../instances/instance-list.ts";
import { policyListQuery } from "../../version-policies/version-policy-list.ts";
import { inOrderOfTime, type Lane, type LaneItem, type LaneRow, laneItems, leastWidth, rowsOf, stacked } from "./lane-row.ts";
import { laneKey, type OccurrenceBar, projectLane } from "./occurrence-bar.ts";
import type { TimeScale } from "./time-scale.ts";
import type { VisibleRange } from "./zone-time.ts";

interface LaneRowsOptions {
  readonly project: string;
  readonly head: Project;
  readonly bars: readonly OccurrenceBar[];
  readonly scale: TimeScale;
  readonly query: string;
  readonly isBusyOnly: boolean;
}

const none: readonly never[] = [];

/** The lanes of a project as rows, with the items of the period. */
export function useLaneRows({ project, head, bars, scale, query, isBusyOnly }: LaneRowsOptions): readonly LaneRow[] {
  const instances = useQuery(instanceListQuery(project)).data ?? none;
  const policies = useQuery(policyListQuery(project)).data ?? none;
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const declared = useMemo(() => declaredLanes(project, head, policies, instances), [project, head, policies, instances]);
  const items = useMemo(() => itemsByLane(bars, scale), [bars, scale]);
  return useMemo(() => {
    const known = new Set(declared.map(({ key }) => key));
    const deleted = [...items.keys()].filter((key) => !known.has(key)).sort();
    return [...declared, ...deleted.map(deletedLane)].flatMap((lane) => {
      const own = items.get(lane.key) ?? none;
      const isShown = (own.length > 0 || !isBusyOnly) && (wanted === "" || isLaneFound(lane, own, wanted));
      return isShown ? rowsOf(lane, stacked(own, leastWidth / scale.density)) : [];
    });
  }, [declared, items, scale, wanted, isBusyOnly]);
}

function itemsByLane(bars: readonly OccurrenceBar[], { from, until }: VisibleRange): ReadonlyMap<string, readonly LaneItem[]> {
  const found = new Map<string, LaneItem[]>();
  const items = bars.flatMap(laneItems).filter((item) => item.until > from && item.from < until);
  for (const item of items.sort(inOrderOfTime))
    for (const lane of item.lanes) {
      const own = found.get(lane);
      if (own) own.push(item);
      else found.set(lane, [item]);
    }
  return found;
}

/** The project, its platforms and its instances. */
function declaredLanes(
  project: string,
  { name = "", languages = [] }: Project,
  platforms: readonly Pick<Platform, "id" | "name">[],
  instances: readonly Instance[],
): readonly Lane[] {
  return [
    { key: projectLane, kind: "project", id: project, name: name || project },
    ...platforms
      .toSorted(byId)
      .map((platform) => laneOf("platform", platform.id, platform.name ?? unnamed.platform(platform.id))),
    ...instances.toSorted(byId).map((instance) => laneOf("instance", instance.id, instanceDisplayName(instance, languages))),
  ];
}

/** @param wanted in lower case */
function isLaneFound({ id, name }: Lane, own: readonly LaneItem[], wanted: string): boolean {
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return has(id) || has(name) || own.some(({ window }) => has(window));
}

/** Scope of a window that is planned in this lane. */
export function laneScope({ kind, id }: Lane): {
  readonly instances?: readonly string[];
  readonly platforms?: readonly string[];
} {
  if (kind === "instance") return { instances: [id] };
  return kind === "platform" ? { platforms: [id] } : {};
}

function laneOf(kind: "platform" | "instance", id: string, name: string): Lane {
  return { key: laneKey(kind, id), kind, id, name };
}

/** Lane of a platform or an instance that is no longer there. */
function deletedLane(key: string): Lane {
  const id = key.slice(key.indexOf(" ") + 1);
  return key.startsWith("platform ") ? laneOf("platform", id, unnamed.platform(id)) : laneOf("instance", id, id);
}

/** Built-in platforms have names of their own. */
const unnamed = namesIn({});

const byNumber = new Intl.Collator("en", { numeric: true });

/** `eu-2` before `eu-10`. */
function byId({ id: a }: { readonly id: string }, { id: b }: { readonly id: string }): number {
  return byNumber.compare(a, b) || Number(a > b) - Number(a < b);
}
