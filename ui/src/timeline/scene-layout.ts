/** Lays out the rows of the timeline in steps that can be paused. Unchanged parts keep their identity, so that React skips them. */
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { refreshBarState } from "./bar-state.ts";
import { buildLanes, isLaneFound, type Lane, type LaneSource, undeclaredLanes } from "./lane.ts";
import { inOrderOfTime, type LaneItem, type LaneRow, LaneRows, laneItems } from "./lane-row.ts";
import { barFor, type OccurrenceBar } from "./occurrence-bar.ts";
import type { ReadSpan } from "./occurrence-list.ts";
import { forEachInBatches } from "./time-slicing.ts";

interface LayoutInput {
  readonly spans: readonly ReadSpan[];
  /** Epoch ms. */
  readonly now: number;
  readonly skipped: readonly LaneItem[];
  readonly declared: Omit<LaneSource, "named">;
  readonly query: string;
  readonly isBusyOnly: boolean;
  /** Minimum milliseconds of an item. */
  readonly least: number;
}

export interface Layout {
  /** Sorted by start. */
  readonly bars: readonly OccurrenceBar[];
  readonly rows: readonly LaneRow[];
}

export const emptyLayout: Layout = { bars: [], rows: [] };

/** @param platforms their ids */
export function declaredIn(
  project: string,
  { name = "", languages = [] }: Project,
  platforms: readonly string[],
  instances: readonly Instance[],
): Omit<LaneSource, "named"> {
  return { project, projectName: name || project, platforms, instances, languages };
}

type ItemsByLane = ReadonlyMap<string, readonly LaneItem[]>;

export class SceneLayout {
  readonly #rows = new LaneRows();
  /** Result of the last computation up to this step. */
  #bars: { readonly of: LayoutInput; readonly found: readonly OccurrenceBar[] } | null = null;
  #items: { readonly of: readonly unknown[]; readonly found: ItemsByLane } | null = null;
  #lanes: { readonly of: readonly unknown[]; readonly found: readonly Lane[] } | null = null;

  *of(input: LayoutInput): Generator<void, Layout> {
    const { query, isBusyOnly, least } = input;
    const bars = yield* this.#barsOf(input);
    const items = yield* this.#itemsOf(bars, input.skipped);
    const lanes = this.#lanesOf(input.declared, items).filter((lane) => {
      const own = items.get(lane.key) ?? [];
      if (isBusyOnly && own.length === 0) return false;
      return query.trim() === "" || isLaneFound(lane, own, query);
    });
    return { bars, rows: yield* this.#rows.of(lanes, items, least) };
  }

  *#barsOf(input: LayoutInput): Generator<void, readonly OccurrenceBar[]> {
    const { spans, now } = input;
    if (this.#bars?.of.spans === spans && this.#bars.of.now === now) return this.#bars.found;
    const found = yield* collectBars(spans, now);
    const before = this.#bars?.found ?? [];
    const isSame = before.length === found.length && found.every((bar, index) => bar === before[index]);
    this.#bars = { of: input, found: isSame ? before : found };
    return this.#bars.found;
  }

  *#itemsOf(bars: readonly OccurrenceBar[], skipped: readonly LaneItem[]): Generator<void, ItemsByLane> {
    const of = [bars, skipped];
    if (isSameList(this.#items?.of, of)) return this.#items?.found ?? new Map();
    const found = new Map<string, LaneItem[]>();
    const add = (item: LaneItem) => {
      for (const lane of item.lanes) {
        const own = found.get(lane);
        if (own) own.push(item);
        else found.set(lane, [item]);
      }
    };
    yield* forEachInBatches(bars, (bar) => laneItems(bar).forEach(add));
    skipped.forEach(add);
    yield* forEachInBatches(found.values(), (own) => own.sort(inOrderOfTime), 50);
    this.#items = { of, found };
    return found;
  }

  #lanesOf(declared: LayoutInput["declared"], items: ItemsByLane): readonly Lane[] {
    const named = undeclaredLanes(declared, items.keys());
    const of = [declared, ...named];
    if (isSameList(this.#lanes?.of, of)) return this.#lanes?.found ?? [];
    this.#lanes = { of, found: buildLanes({ ...declared, named }) };
    return this.#lanes.found;
  }
}

/** Sorted by start, without duplicates across spans. */
export function* collectBars(spans: readonly ReadSpan[], now: number): Generator<void, readonly OccurrenceBar[]> {
  const found = new Map<string, OccurrenceBar>();
  for (const { occurrences } of spans)
    yield* forEachInBatches(occurrences, (listed) => found.set(listed.occurrence, refreshBarState(barFor(listed), now)));
  return [...found.values()].sort((a, b) => a.start - b.start || Number(a.name > b.name) - Number(a.name < b.name));
}

function isSameList(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a?.length === b.length && b.every((one, index) => one === a[index]);
}
