/** One decision for each span between bounds; at bounds with a pre-release, rules decide. */

import { remembered } from "../values/remembered.ts";
import { type AppVersion, compareNumbers } from "./app-version.ts";
import { type Comparator, entryBounds, numbersAfter, padded, type VersionEntry } from "./version-entry.ts";
import { type CompiledPolicy, decide, decisions, type VersionDecision } from "./version-policy.ts";

type SpanRules = VersionDecision | CompiledPolicy;

export class DecisionIndex {
  /** First numbers of each span, sorted; the first span begins at 0. */
  readonly #starts: readonly (readonly number[])[];
  readonly #rules: readonly SpanRules[];

  /** Costs a sort of the bounds: a policy can have 8 000 of them. */
  constructor(policy: CompiledPolicy) {
    const starts = startsOf(policy);
    const rules = policy.hasRules ? rulesBySpan(policy, starts) : [decisions.no_policy];
    const isNew = (index: number) => index === 0 || rules[index] !== rules[index - 1];
    this.#starts = starts.filter((_, index) => isNew(index));
    this.#rules = rules.filter((_, index) => isNew(index));
  }

  /** The same as `decide` with the policy. Allocates nothing. */
  decide(version: AppVersion): VersionDecision {
    const rules = this.#rules[spanOf(this.#starts, version.numbers)] as SpanRules;
    return "rule" in rules ? rules : decide(rules, version);
  }
}

function spanOf(starts: readonly (readonly number[])[], numbers: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compareNumbers(starts[middle] as readonly number[], numbers) > 0) high = middle - 1;
    else low = middle;
  }
  return low;
}

/** The numbers of each bound are a span of their own: the next numbers begin another one. */
function startsOf({ minimum, recommended, blocked, exempt, hasRules }: CompiledPolicy): (readonly number[])[] {
  const ends = hasRules ? [minimum, recommended].filter((bound) => bound !== null) : [];
  const bounds = [...ends, ...[...blocked, ...exempt].flatMap(entryBounds)].map(({ numbers }) => padded(numbers));
  const after = bounds.map(numbersAfter).filter((numbers) => numbers !== null);
  const sorted = [padded([]), ...bounds, ...after].sort(compareNumbers);
  return sorted.filter((numbers, index) => index === 0 || compareNumbers(numbers, sorted[index - 1] ?? []) !== 0);
}

function rulesBySpan(policy: CompiledPolicy, starts: readonly (readonly number[])[]): SpanRules[] {
  const { minimum, recommended } = policy;
  const exempt = coverOf(policy.exempt, starts);
  const blocked = coverOf(policy.blocked, starts);
  const none = starts.length;
  const [atMinimum, atRecommended] = [minimum, recommended].map((bound) => (bound ? spanOf(starts, bound.numbers) : -1));
  const named = [minimum, recommended].map((bound) => (bound && isNamed(bound) ? spanOf(starts, bound.numbers) : none));
  return starts.map((_, index) => {
    if (exempt.whole[index]) return decisions.exempt;
    const [allowed, forced] = [exempt.partial.get(index) ?? [], blocked.partial.get(index) ?? []];
    if (blocked.whole[index] && allowed.length === 0) return decisions.blocked;
    if (allowed.length > 0 || forced.length > 0 || named.includes(index))
      return { ...policy, exempt: allowed, blocked: blocked.whole[index] ? [anyVersion] : forced };
    if (index < (atMinimum ?? -1)) return decisions.below_minimum;
    return index < (atRecommended ?? -1) ? decisions.below_recommended : decisions.current;
  });
}

/** All of no comparators hold. */
const anyVersion: VersionEntry = { form: "range", text: "", comparators: [] };

function coverOf(entries: readonly VersionEntry[], starts: readonly (readonly number[])[]) {
  const whole = new Int32Array(starts.length + 1);
  const partial = new Map<number, VersionEntry[]>();
  for (const entry of entries) {
    const { sure, possible, named } = reachOf(comparatorsOf(entry), starts);
    if (sure.from < sure.until) {
      (whole[sure.from] as number) += 1;
      (whole[sure.until] as number) -= 1;
    }
    for (const at of named) {
      if (!isWithin(at, possible) || isWithin(at, sure)) continue;
      remembered(partial, at, () => []).push(entry);
    }
  }
  for (let i = 1; i < whole.length; i += 1) (whole[i] as number) += whole[i - 1] as number;
  return { whole, partial };
}

interface IndexRange {
  from: number;
  until: number;
}

function reachOf(comparators: readonly Comparator[], starts: readonly (readonly number[])[]) {
  const sure = { from: 0, until: starts.length };
  const possible = { from: 0, until: starts.length };
  /** Spans of bounds that have a pre-release or build: only there, the other two differ. */
  const named = new Set<number>();
  for (const { operator, bound } of comparators) {
    const at = spanOf(starts, bound.numbers);
    const isBoundNamed = isNamed(bound);
    if (isBoundNamed) named.add(at);
    // True if the span of the bound's own numbers belongs to the reach.
    const isSure = !isBoundNamed && operator.endsWith("=");
    const isPossible = isBoundNamed || operator.endsWith("=");
    if (!operator.startsWith("<")) {
      sure.from = Math.max(sure.from, isSure ? at : at + 1);
      possible.from = Math.max(possible.from, isPossible ? at : at + 1);
    }
    if (!operator.startsWith(">")) {
      sure.until = Math.min(sure.until, isSure ? at + 1 : at);
      possible.until = Math.min(possible.until, isPossible ? at + 1 : at);
    }
  }
  return { sure, possible, named };
}

function comparatorsOf(entry: VersionEntry): readonly Comparator[] {
  if (entry.form === "range") return entry.comparators;
  if (entry.form === "exact") return [{ operator: "=", bound: entry.version }];
  const operators = [">=", "<"] as const;
  return entryBounds(entry).map((bound, index) => ({ operator: operators[index] ?? "<", bound }));
}

function isWithin(index: number, { from, until }: IndexRange): boolean {
  return from <= index && index < until;
}

function isNamed({ pre, build }: AppVersion): boolean {
  return pre !== null || build !== null;
}
