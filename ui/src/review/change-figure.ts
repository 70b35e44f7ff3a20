import { formatDuration, formatRange, formatZonedInstant } from "drawbridge-rules/describe/times.ts";
import { splitPath } from "drawbridge-rules/values/fields.ts";
import { DecisionIndex } from "drawbridge-rules/versions/decision-index.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { type CountedTraffic, newlyForcedRequests } from "../adoption/counted-traffic.ts";
import { formatNumber, formatShare } from "../texts/formats.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import { figureTexts as texts } from "./review-texts.ts";
import type { PlatformSides, ShownChange } from "./shown-change.ts";

export interface Figure {
  /** `96%`, `2 h`; "": unknown. */
  readonly value: string;
  readonly label: string;
  readonly color: "closed" | "open" | "planned" | "gray";
  readonly note: string;
}

interface Affected {
  readonly platform: string;
  /** Instant of a step, RFC 3339; undefined means now. */
  readonly at?: string | undefined;
  readonly requests: number;
  readonly forced: number;
  readonly freed: number;
  readonly recommended: number;
  readonly systems?: PlatformImpact["systems_24h"];
}

export function changeFigure(
  change: ShownChange,
  sides: readonly PlatformSides[],
  trafficOf: (platform: string) => CountedTraffic | null,
): Figure | null {
  const { impact } = change.foreseen;
  const affected: readonly Affected[] = impact
    ? impact.map(({ platform, at, last_24h, systems_24h: systems }) => ({ platform, at, ...last_24h, systems }))
    : sides.flatMap((each) => countAffected(each, trafficOf(each.platform)));
  const counted = affected.filter(({ requests }) => requests > 0);
  return shareFigure(change, counted) ?? unknownFigure(change, affected) ?? closingFigure(change);
}

function unknownFigure({ reader }: ShownChange, [first]: readonly Affected[]): Figure | null {
  if (!first) return null;
  return { value: "", label: texts.unknown, color: "gray", note: texts.noRequests(reader.names.platform(first.platform)) };
}

function shareFigure({ reader }: ShownChange, counted: readonly Affected[]): Figure | null {
  for (const [effect, color] of [
    ["forced", "closed"],
    ["freed", "open"],
    ["recommended", "planned"],
  ] as const) {
    const worst = counted.toSorted((a, b) => b[effect] / b.requests - a[effect] / a.requests)[0];
    if (!worst || worst[effect] === 0) continue;
    const { platform, at, requests, systems } = worst;
    const name = reader.names.platform(platform);
    const note = at === undefined ? texts.ofRequests(name) : texts.fromStep(name, formatZonedInstant(at, reader));
    return {
      value: formatShare(worst[effect], requests),
      label: texts.effects[effect],
      color: at === undefined ? color : "planned",
      note: systems?.too_old ? `${note} ${texts.tooOld(formatShare(systems.too_old, systems.requests))}` : note,
    };
  }
  const [first] = counted;
  if (!first) return null;
  const note = texts.ofCounted(formatNumber(first.requests), reader.names.platform(first.platform));
  return { value: "0%", label: texts.unaffected, color: "gray", note };
}

/** A commit is counted by its two policies on the present traffic. */
function countAffected({ platform, before, after }: PlatformSides, traffic: CountedTraffic | null): readonly Affected[] {
  if (!traffic) return [];
  const now = Date.now();
  const decisionsOf = (form: PlatformForm) => new DecisionIndex(compilePolicy(policyAt(readPolicy(form), now)));
  const was = decisionsOf(before);
  const is = decisionsOf(after);
  const forced = newlyForcedRequests(traffic, was, is);
  const freed = newlyForcedRequests(traffic, is, was);
  return [{ platform, requests: traffic.requests, forced, freed, recommended: 0 }];
}

function closingFigure(change: ShownChange): Figure | null {
  const next = plannedDates(change)[0];
  if (!next) return null;
  const { start, end, state, scope } = next;
  return {
    value: formatDuration(Date.parse(end) - Date.parse(start)),
    label: state === "active" ? texts.closedNow : texts.closed,
    color: state === "active" ? "closed" : "planned",
    note: texts.closedAt(scope, formatRange(start, end, change.reader)),
  };
}

const timeMembers = "start end duration zone repeat except platforms instances".split(" ");

export function plannedDates({ differences, foreseen: { schedule = [] } }: ShownChange): readonly ListedOccurrence[] {
  if (schedule.length === 0) return [];
  const places = differences().map(({ path }) => splitPath(path));
  const isTimed = (window: string) => {
    const own = places.filter(([root, id]) => root === "windows" && id === window);
    return own.length === 0 || own.some(([, , member]) => member === undefined || timeMembers.includes(member));
  };
  return schedule.filter(({ window, state }) => state !== "canceled" && state !== "skipped" && isTimed(window));
}
