import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { instanceDisplayName, instanceListQuery } from "../../instances/instance-list.ts";
import { policyListQuery } from "../../version-policies/version-policy-list.ts";
import {
  inOrderOfTime,
  isSameList,
  type Lane,
  type LaneItem,
  type LaneRow,
  LaneRows,
  laneItems,
  leastWidth,
} from "./lane-row.ts";
import { laneKey, type OccurrenceBar, projectLane } from "./occurrence-bar.ts";
import type { TimeScale, VisibleRange } from "./time-scale.ts";
import { forEachInBatches, useTimeSliced } from "./time-slicing.ts";

interface LayoutInput {
  readonly bars: readonly OccurrenceBar[];
  readonly range: VisibleRange;
  readonly declared: Omit<LaneSource, "named">;
  readonly query: string;
  readonly isBusyOnly: boolean;
  /** Minimum milliseconds of an item. */
  readonly least: number;
}

type ItemsByLane = ReadonlyMap<string, readonly LaneItem[]>;

class SceneLayout {
  readonly #rows = new LaneRows();
  /** Result of the last computation up to this step. */
  #items: { readonly of: readonly OccurrenceBar[]; readonly found: ItemsByLane } | null = null;
  #lanes: { readonly of: readonly unknown[]; readonly found: readonly Lane[] } | null = null;

  *of(input: LayoutInput): Generator<void, readonly LaneRow[]> {
    const { bars, range, query, isBusyOnly, least } = input;
    const items = yield* this.#itemsOf(bars, range);
    const lanes = this.#lanesOf(input.declared, items).filter((lane) => {
      const own = items.get(lane.key) ?? [];
      if (isBusyOnly && own.length === 0) return false;
      return query.trim() === "" || isLaneFound(lane, own, query);
    });
    return yield* this.#rows.of(lanes, items, least);
  }

  *#itemsOf(bars: readonly OccurrenceBar[], { from, until }: VisibleRange): Generator<void, ItemsByLane> {
    if (this.#items?.of === bars) return this.#items.found;
    const found = new Map<string, LaneItem[]>();
    const add = (item: LaneItem) => {
      if (item.until <= from || until <= item.from) return;
      for (const lane of item.lanes) {
        const own = found.get(lane);
        if (own) own.push(item);
        else found.set(lane, [item]);
      }
    };
    yield* forEachInBatches(bars, (bar) => laneItems(bar).forEach(add));
    yield* forEachInBatches(found.values(), (own) => own.sort(inOrderOfTime), 50);
    this.#items = { of: bars, found };
    return found;
  }

  #lanesOf(declared: LayoutInput["declared"], items: ItemsByLane): readonly Lane[] {
    const named = undeclaredLanes(declared, items.keys());
    const of = [declared, ...named];
    if (this.#lanes && isSameList(this.#lanes.of, of)) return this.#lanes.found;
    this.#lanes = { of, found: buildLanes({ ...declared, named }) };
    return this.#lanes.found;
  }
}

interface LaneRowsOptions {
  readonly project: string;
  readonly head: Project;
  readonly bars: readonly OccurrenceBar[];
  readonly scale: TimeScale;
  readonly query: string;
  readonly isBusyOnly: boolean;
}

const none: readonly never[] = [];

/** The lanes of a project as rows, from the loaded occurrences. */
export function useLaneRows({ project, head, bars, scale, query, isBusyOnly }: LaneRowsOptions): readonly LaneRow[] {
  const instances = useQuery(instanceListQuery(project)).data ?? none;
  const policies = useQuery(policyListQuery(project)).data ?? none;
  const wanted = useDeferredValue(query);
  const declared = useMemo(() => {
    const { name = "", languages = [] } = head;
    return { project, projectName: name || project, platforms: policies, instances, languages };
  }, [project, head, policies, instances]);
  const [layout] = useState(() => new SceneLayout());
  const begin = useCallback(
    () => layout.of({ bars, range: scale, declared, query: wanted, isBusyOnly, least: leastWidth / scale.density }),
    [layout, bars, scale, declared, wanted, isBusyOnly],
  );
  return useTimeSliced(begin, none);
}

interface LaneSource {
  readonly project: string;
  /** Label of the project's lane. */
  readonly projectName: string;
  readonly platforms: readonly Pick<Platform, "id" | "name">[];
  readonly instances: readonly Instance[];
  readonly languages: readonly string[];
  /** Platforms and instances of occurrences, declared or not. */
  readonly named: Iterable<string>;
}

function buildLanes({ project, projectName, platforms, instances, languages, named }: LaneSource): readonly Lane[] {
  const found = new Map<string, Lane>([
    [projectLane, { key: projectLane, kind: "project", id: project, name: projectName }],
    ...platforms.map(({ id, name }): [string, Lane] => [laneKey("platform", id), laneOf(laneKey("platform", id), name)]),
    ...instances.map((instance): [string, Lane] => {
      const key = laneKey("instance", instance.id);
      return [key, laneOf(key, instanceDisplayName(instance, languages))];
    }),
  ]);
  for (const key of named) if (!found.has(key)) found.set(key, laneOf(key));
  return [...found.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareIds(a.id, b.id));
}

/** Keys of undeclared platforms and instances. */
function undeclaredLanes({ platforms, instances }: Omit<LaneSource, "named">, keys: Iterable<string>): readonly string[] {
  const known = new Set([
    projectLane,
    ...platforms.map(({ id }) => laneKey("platform", id)),
    ...instances.map(({ id }) => laneKey("instance", id)),
  ]);
  return [...keys].filter((key) => !known.has(key)).sort();
}

function isLaneFound({ id, name }: Lane, own: readonly { readonly window: string }[], query: string): boolean {
  const wanted = query.trim().toLowerCase();
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

const order: readonly Lane["kind"][] = ["project", "platform", "instance"];

function laneOf(key: string, name?: string): Lane {
  const at = key.indexOf(" ");
  const id = key.slice(at + 1);
  const isPlatform = key.startsWith("platform ");
  return { key, kind: isPlatform ? "platform" : "instance", id, name: name ?? (isPlatform ? unnamed.platform(id) : id) };
}

/** Built-in platforms have names of their own. */
const unnamed = namesIn({});

const byNumber = new Intl.Collator("en", { numeric: true });

/** `eu-2` before `eu-10`. */
function compareIds(a: string, b: string): number {
  return byNumber.compare(a, b) || Number(a > b) - Number(a < b);
}
