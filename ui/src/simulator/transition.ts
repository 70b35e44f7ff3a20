/**
 * Instants at which an answer may change: boundaries of occurrences that cover the request. Whether it changes, the server
 * decides.
 */
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Question } from "./simulation.ts";

export type Direction = "next" | "previous";

type Covering = Pick<ListedOccurrence, "start" | "end" | "instances" | "platforms">;

/** Windows on the project cover every request; windows on instances cover `/config` only if they cover all instances. */
export function covers({ instances, platforms }: Covering, question: Question): boolean {
  if (instances === null && platforms === null) return true;
  if (question.ask === "maintenance") return instances?.includes(question.instance) ?? false;
  return platforms?.includes(question.platform.toLowerCase()) ?? false;
}

/**
 * Ordered by distance from `at`; epoch ms.
 * @param instances of the project, all
 */
export function mayChangeAt(
  occurrences: readonly Covering[],
  question: Question,
  instances: readonly string[],
  at: number,
  direction: Direction,
): readonly number[] {
  const single = occurrences.filter((occurrence) => covers(occurrence, question)).flatMap(endsOf);
  const all = question.ask === "config" ? wholeChanges(occurrences, instances) : [];
  const instants = [...new Set([...single, ...all])].toSorted((a, b) => a - b);
  return direction === "next" ? instants.filter((ms) => ms > at) : instants.filter((ms) => ms < at).reverse();
}

/** Epoch ms of the end of the maintenance at `at`, including all that follows without a gap; null: none is active. */
export function endOfChain(occurrences: readonly Covering[], at: number): number | null {
  const spans = occurrences.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  let end = at;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const follows = end === at ? span.start <= at && at < span.end : span.start <= end;
    if (follows && span.end > end) end = span.end;
  }
  return end === at ? null : end;
}

/** Instants at which the last open instance enters maintenance, or the first one leaves it. */
function wholeChanges(occurrences: readonly Covering[], instances: readonly string[]): number[] {
  const own = occurrences.filter((occurrence) => occurrence.instances !== null);
  const isAll = (ms: number) =>
    instances.length > 0 &&
    instances.every((id) => own.some((occurrence) => occurrence.instances?.includes(id) && isIn(occurrence, ms)));
  return own.flatMap(endsOf).filter((ms) => isAll(ms) !== isAll(ms - 1));
}

export function isIn({ start, end }: Covering, ms: number): boolean {
  return Date.parse(start) <= ms && ms < Date.parse(end);
}

function endsOf({ start, end }: Covering): number[] {
  return [Date.parse(start), Date.parse(end)];
}
