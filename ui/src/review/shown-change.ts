import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { describeChanges, manifestDifferences } from "drawbridge-rules/describe/commit.ts";
import { describeFirst } from "drawbridge-rules/describe/edit.ts";
import { keysOf, memberOf } from "drawbridge-rules/describe/member-words.ts";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { type DescribedChanges, mostDescribed } from "drawbridge-rules/describe/sentence.ts";
import { formatDuration, formatRange, formatZonedInstant } from "drawbridge-rules/describe/times.ts";
import { splitPath } from "drawbridge-rules/values/fields.ts";
import { DecisionIndex } from "drawbridge-rules/versions/decision-index.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { type CountedTraffic, newlyForcedRequests } from "../adoption/counted-traffic.ts";
import { formatNumber, formatShare } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { readPolicy, toPolicyForm } from "../version-policies/policy-draft.ts";
import { figureTexts as texts } from "./review-texts.ts";

/** Empty for a commit. */
export type Foreseen = Partial<
  Pick<ChangeAnswer, "effects" | "text_effects" | "maintenance_effects" | "more_effects" | "impact" | "schedule">
>;

export interface ShownChange {
  /** The sentences of so many resources, a hundred unless said: a change can have thousands. */
  readonly describe: (most?: number) => DescribedChanges;
  /** By their paths in the manifest. @param kinds those of a commit, which computes no others */
  readonly differences: (kinds?: readonly CommittedChange["kind"][]) => readonly Difference[];
  readonly reader: Reader;
  readonly foreseen: Foreseen;
  /** Whole resources on both sides, of a commit. */
  readonly committed: readonly CommittedChange[] | null;
}

export function plannedChange(answer: ChangeAnswer): ShownChange {
  const { differences, names } = answer;
  const reader = consoleReader(names);
  return {
    describe: (most = mostDescribed) => describeFirst(differences, reader, most),
    differences: () => differences,
    reader,
    foreseen: answer,
    committed: null,
  };
}

export function committedChange({ at, changes }: Pick<Commit, "at" | "changes">, reader: Reader): ShownChange {
  return {
    describe: (most) => describeChanges(changes, { ...reader, now: Date.parse(at) }, most),
    differences: (kinds) => changes.filter(({ kind }) => !kinds || kinds.includes(kind)).flatMap(manifestDifferences),
    reader,
    foreseen: {},
    committed: changes,
  };
}

/** True for a project that comes or goes: none of its resources can be read. */
export function isWholeProject({ differences }: ShownChange): boolean {
  const isName = ({ path, before, after }: Difference) => path === "name" && (before === undefined || after === undefined);
  return differences(["project"]).some(isName);
}

interface PlatformSides {
  readonly platform: string;
  readonly before: PlatformForm;
  readonly after: PlatformForm;
}

const ruleMembers = ["minimum", "recommended", "blocked", "exempt", "step"];

export function platformSides({ differences, committed }: ShownChange, published: readonly Platform[]): readonly PlatformSides[] {
  const own = Map.groupBy(differences(["platform"]).filter(isRule), ({ path }) => splitPath(path)[1] ?? "");
  return [...own].map(([platform, changed]) => {
    const whole = committed?.find(({ kind, id }) => kind === "platform" && id === platform);
    if (whole) return { platform, before: formIn(whole.before), after: formIn(whole.after) };
    const present = toPolicyForm(published.find(({ id }) => id === platform) ?? null);
    return { platform, before: withSide(present, changed, "before"), after: withSide(present, changed, "after") };
  });
}

/** Looks at the root first: a change can have thousands of differences. */
function isRule({ path }: Difference): boolean {
  if (!path.startsWith("platforms")) return false;
  const [root, , member] = splitPath(path);
  return root === "platforms" && (member === undefined || ruleMembers.includes(member));
}

function formIn(value: CommittedChange["before"]): PlatformForm {
  return (value ?? {}) as PlatformForm;
}

/** Another user may have published in between: both sides are those of the plan. */
function withSide(present: PlatformForm, changed: readonly Difference[], side: "before" | "after"): PlatformForm {
  return changed.reduce((form, { path, [side]: value }) => setValueAt(form, splitPath(path).slice(2), value) ?? {}, present);
}

export interface TextSides {
  /** `upgrade`, `window` */
  readonly kind: string;
  /** Null means of the project, or of a window. */
  readonly platform: string | null;
  /** BCP 47. */
  readonly language: string;
  readonly title: Sides;
  readonly message: Sides;
}

export interface Sides {
  readonly before?: string;
  readonly after?: string;
}

const textRoots = /^(?:$|messages|titles|windows|platforms)/;

export function textSides({ differences }: ShownChange): readonly TextSides[] {
  const found = new Map<string, TextSides>();
  const own = differences(["project", "platform", "window"]).filter(({ path }) => textRoots.test(path));
  for (const { keys, ...sides } of own.flatMap(({ path, before, after }) => leavesAt(splitPath(path), before, after))) {
    const place = textPlace(keys);
    if (!place) continue;
    const { kind, platform, language, member } = place;
    const key = [kind, platform, language].join("\0");
    const known = found.get(key) ?? { kind, platform, language, title: {}, message: {} };
    found.set(key, { ...known, [member]: sides });
  }
  return [...found.values()];
}

interface TextPlace extends Pick<TextSides, "kind" | "platform" | "language"> {
  readonly member: "title" | "message";
}

function textPlace([root = "", id = "", member = "", ...rest]: readonly string[]): TextPlace | null {
  if (root === "messages" || root === "titles")
    return { kind: id, platform: null, language: member, member: root === "titles" ? "title" : "message" };
  if (root === "windows" && member === "message" && rest[0] !== undefined)
    return { kind: "window", platform: null, language: rest[0], member: "message" };
  const [kind, language] = rest;
  if (root !== "platforms" || member !== "messages" || kind === undefined || language === undefined) return null;
  return { kind, platform: id, language, member: "message" };
}

interface Leaf extends Sides {
  readonly keys: readonly string[];
}

function leavesAt(keys: readonly string[], before: unknown, after: unknown): readonly Leaf[] {
  const inner = keysOf(before, after);
  if (inner.length > 0) return inner.flatMap((key) => leavesAt([...keys, key], memberOf(before, key), memberOf(after, key)));
  const text = (side: unknown) => (typeof side === "string" ? side : undefined);
  const [was, is] = [text(before), text(after)];
  return [{ keys, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
}

export function fixPath(guard: GuardItem, differences: readonly Difference[]): string {
  const { code, path } = guard;
  if (code === "store_link") return `${path}.stores.${guard.store}`;
  if (code === "first_language") return `${path}.${guard.language}`;
  if (code === "past_end") return `${path}.start`;
  const [root, id] = splitPath(path);
  const isOwn = ([otherRoot, otherId]: readonly string[]) => otherRoot === root && otherId === id;
  const own = differences.map((difference) => difference.path).filter((each) => isOwn(splitPath(each)));
  const wanted = code === "long_maintenance" ? ["end", "duration", "start"] : ["minimum", "blocked", "step", "exempt"];
  const found = wanted.flatMap((member) => own.filter((each) => splitPath(each)[2] === member));
  const isStep = "from_step" in guard && guard.from_step;
  return (isStep ? found.find((each) => splitPath(each)[2] === "step") : undefined) ?? found[0] ?? path;
}

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
