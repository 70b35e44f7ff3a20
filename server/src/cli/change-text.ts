/** Prints a change for confirmation: its differences, its effects on apps, its impact on counted requests, its warnings and refusals. */
import { lockedOutPlatforms } from "drawbridge-rules/impact/lock-out.ts";
import { formatShare, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import { boundBelow } from "drawbridge-rules/versions/boundary-version.ts";
import type { ImpactCounts, PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type {
  ChangeAnswer,
  Drift,
  Effects,
  LeftAlone,
  MaintenanceEffect,
  ReportedInterruption,
  ShownText,
  TextEffect,
  VersionDecision,
  VersionEffect,
} from "drawbridge-rules/wire/change.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { isNewProject } from "./advice.ts";
import { type Color, counted, minuteText, type Output, printable, rangeText, sentence, valueText } from "./output.ts";

type Paint = Output["paint"];

/** Columns beyond which before and after get a line each. */
const widest = 110;
const widestPath = 44;

/** `acme-shop: 3 changes against revision 12`, then a line for each. */
export function changeLines(subject: string, answer: ChangeAnswer, overridden: readonly string[], paint: Paint): string[] {
  const notes = [
    ...answer.warnings.map(({ detail }) => sign("yellow", "!", detail, "warning", paint)),
    ...answer.problems.map(({ path, detail }) => sign("red", "✗", sentence(path, detail), "problem", paint)),
    ...answer.guards.map(({ code, detail }) => {
      const isPassed = overridden.includes(code);
      return sign(isPassed ? "yellow" : "red", "✗", `${code}: ${detail}`, isPassed ? "overridden" : "refusal", paint);
    }),
  ];
  return [
    paint("bold", headline(subject, answer)),
    ...differenceLines(answer.differences, paint, answer.drift),
    ...(answer.effects ? effectLines(answer.effects, paint) : []),
    ...impactLines(answer.impact ?? [], paint),
    ...leftAloneLines(answer.left_alone ?? []),
    ...notes,
  ];
}

function headline(subject: string, answer: ChangeAnswer): string {
  const { changed, differences, revision } = answer;
  if (!changed && differences.length === 0) return `${subject}: no changes at revision ${revision}`;
  const changes =
    differences.length === 0
      ? "no changes that apps see, only to what the manifest manages,"
      : counted(differences.length, "change");
  if (isNewProject(differences)) return `${subject}: a new project, ${changes}`;
  const shares = lockedOutPlatforms(answer).map(
    ({ platform, last_24h: { forced, requests } }) => `, locks out ${formatShare(forced, requests)} of ${platform}`,
  );
  return `${subject}: ${changes} against revision ${revision}${shares.join("")}`;
}

/** @param drift added to the difference that undoes it; printed alone if there is none */
export function differenceLines(differences: readonly Difference[], paint: Paint, drift: readonly Drift[] = []): string[] {
  const width = Math.min(widestPath, Math.max(0, ...differences.map(({ path }) => path.length)));
  const drifted = new Map(drift.map((each) => [each.path, each]));
  const paths = new Set(differences.map(({ path }) => path));
  return [
    ...differences.flatMap((difference) => {
      const undone = drifted.get(difference.path);
      return [...differenceLine(difference, width, paint), ...(undone ? [driftLine(undone, paint)] : [])];
    }),
    ...drift.filter(({ path }) => !paths.has(path)).flatMap((each) => [`  ${printable(each.path)}`, driftLine(each, paint)]),
  ];
}

function differenceLine({ path, before, after }: Difference, width: number, paint: Paint): string[] {
  const name = printable(path).padEnd(width);
  if (before === undefined) return [paint("green", `  + ${name}  ${valueText(after)}`)];
  if (after === undefined) return [paint("red", `  - ${name}  ${valueText(before)}`)];
  const line = `  ~ ${name}  ${valueText(before)} → ${valueText(after)}`;
  if (line.length <= widest) return [paint("yellow", line)];
  return [
    paint("yellow", `  ~ ${name.trimEnd()}`),
    paint("red", `      ${valueText(before)}`),
    paint("green", `    → ${valueText(after)}`),
  ];
}

function sign(color: Color, mark: string, text: string, kind: string, paint: Paint): string {
  return paint(color, `  ${mark} ${printable(text.trim())}   (${kind})`);
}

/** A change made outside the manifest is shown on the line that overwrites it. */
function driftLine({ applied }: Drift, paint: Paint): string {
  const then = applied === undefined ? "missing" : valueText(applied);
  return paint("yellow", `      overwrites a change made outside the manifest; at the last apply it was ${then}`);
}

/** More rows than this are not read before a confirmation; --json has all of them. */
const maxShown = 12;
const maxNamed = 5;
/** Columns. */
const widestEffect = 120;
const widestName = 60;

function effectLines({ versions, texts, maintenance, more }: Effects, paint: Paint): string[] {
  return [
    ...section("Versions (one for each range with the same result):", versions.map(versionRow), paint),
    ...section("Texts that users see:", texts.flatMap(textRows), paint),
    ...section("Maintenance that users see:", maintenance.map(maintenanceRow), paint),
    ...(more ? ["  … and more. Check single versions with the command simulate"] : []),
  ];
}

interface Row {
  /** Prefix shared by all rows on the line. */
  readonly what: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** True if the change is for the worse for these users. */
  readonly isWorse: boolean;
}

function section(heading: string, rows: readonly Row[], paint: Paint): string[] {
  if (rows.length === 0) return [];
  const groups = [...Map.groupBy(rows, ({ what, before, after }) => JSON.stringify([what, before, after])).values()];
  const shown = groups.slice(0, maxShown).flatMap((group) => (group[0] ? [{ ...group[0], name: namesOf(group) }] : []));
  const width = Math.min(
    widestName,
    shown.reduce((widestEffect, { name }) => Math.max(widestEffect, name.length), 0),
  );
  const left = groups.length - shown.length;
  return [
    `  ${heading}`,
    ...shown.flatMap((row) => rowLines(row, width).map((line) => (row.isWorse ? paint("red", line) : line))),
    ...(left > 0 ? [`    … and ${left} more; --json has all`] : []),
  ];
}

/** Before and after get a line each where they do not fit on one. */
function rowLines({ name, before, after }: Row, width: number): string[] {
  const line = `    ${name.padEnd(width)}  ${before} → ${after}`;
  return line.length <= widestEffect ? [line] : [`    ${name}`, `        ${before}`, `      → ${after}`];
}

/** Rows with the same texts before and after share one line. */
function namesOf(group: readonly Row[]): string {
  const named = group.slice(0, maxNamed).map(({ name }) => name);
  const more = group.length > named.length ? ` and ${group.length - named.length} more` : "";
  return printable(`${group[0]?.what ?? ""}${named.join(", ")}${more}`);
}

const ruleText: Readonly<Record<VersionDecision["rule"], string>> = {
  exempt: "exempt",
  blocked: "blocked",
  below_minimum: "below the minimum",
  below_recommended: "update recommended",
  current: "current",
  no_policy: "no policy",
};

/** `from 2027-03-01 08:00 UTC on, ` */
function stepText(at: string | undefined): string {
  return at === undefined ? "" : `from ${minuteText(at)} on, `;
}

function versionRow({ platform, version, at, before, after }: VersionEffect): Row {
  const isWorse = after?.forced === true && before?.forced !== true;
  const what = `${stepText(at)}${platform} `;
  return { what, name: versionName(version), before: decisionText(before), after: decisionText(after), isWorse };
}

function decisionText(decision: VersionDecision | null): string {
  if (decision === null) return "unknown platform";
  return `${decision.forced ? "must update" : "may run"} (${ruleText[decision.rule]})`;
}

function versionName(version: string): string {
  const bound = boundBelow(version);
  return bound === null ? version : `above ${bound}`;
}

/** One for each text that becomes another; `/config` has its own only where it differs from that of `/gate`. */
function textRows({ platform, version, at, before, after }: TextEffect): Row[] {
  const names = ["title", "message", "config_message", "android_source", "apple_source"] as const satisfies (keyof ShownText)[];
  const isSame = (name: keyof ShownText, other: keyof ShownText) =>
    before?.[name] === before?.[other] && after?.[name] === after?.[other];
  return names
    .filter((name) => (before?.[name] ?? "") !== (after?.[name] ?? ""))
    .filter((name) => name !== "config_message" || !isSame(name, "message"))
    .map((name) => ({
      what: `${stepText(at)}${name} of `,
      name: `${platform} ${versionName(version)}`,
      before: shownText(before?.[name]),
      after: shownText(after?.[name]),
      isWorse: false,
    }));
}

function shownText(text: string | undefined): string {
  return text ? valueText(text) : "nothing";
}

function maintenanceRow({ platform, instance, before, after }: MaintenanceEffect): Row {
  const name = platform === null ? `instance ${instance}` : `platform ${platform}`;
  const state = (before ?? after)?.state;
  return { what: "", name, before: toldText(before, state), after: toldText(after, state), isWorse: after?.state === "active" };
}

/** @param state of the maintenance on the other side of the change, for a side without any */
function toldText(told: ReportedInterruption | null, state: ReportedInterruption["state"] | undefined): string {
  if (told === null) return state === "active" ? "not in maintenance" : "none planned";
  const range = `${rangeText(told.start, told.end, "UTC")} UTC`;
  return told.state === "active" ? `in maintenance, ${range}` : range;
}

/** One, and several. */
const nouns: Readonly<Record<LeftAlone["kind"], readonly [string, string]>> = {
  read_key: ["key", "keys"],
  token: ["token", "tokens"],
  grant: ["member", "members"],
  override: ["change of one occurrence", "changes of one occurrence"],
  window: ["window started by hand", "windows started by hand"],
  protection: ["protection", "protection"],
  proposal: ["proposal", "proposals"],
};

/** Parts that undo to a revision leaves unchanged. */
function leftAloneLines(left: readonly LeftAlone[]): string[] {
  if (left.length === 0) return [];
  const rows = left.map(({ kind, count, names }) => {
    const what = kind === "protection" ? "protection" : `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
    // Ids of people, and the project's own id, mean nothing to a reader.
    const named = kind === "protection" || kind === "grant" ? [] : names;
    return [what, `${named.join(", ")}${named.length > 0 && count > named.length ? ", …" : ""}`] as const;
  });
  const width = rows.reduce((widestEffect, [what]) => Math.max(widestEffect, what.length), 0);
  return ["  Unaffected:", ...rows.map(([what, names]) => `    ${what.padEnd(width)}  ${printable(names)}`.trimEnd())];
}

/** More versions than this are not read before a confirmation; --json has 20. */
const maxShownVersions = 5;

function impactLines(impact: readonly PlatformImpact[], paint: Paint): string[] {
  const used = impact.filter(({ last_7d }) => last_7d.requests > 0);
  const quiet = new Set(impact.filter(({ last_7d }) => last_7d.requests === 0).map(({ platform }) => platform));
  const heading = "  Requests that the change affects (not users; read keys are public, so requests can be forged):";
  return [
    ...(used.length > 0 ? [heading, ...used.flatMap((each) => platformLines(each, paint))] : []),
    ...[...quiet].map((platform) => {
      return `  No requests of ${platform} in the last 7 days: the guard locks_out does not apply`;
    }),
  ];
}

function platformLines(
  { platform: name, at, last_24h, last_7d, guards_apply, ...impact }: PlatformImpact,
  paint: Paint,
): string[] {
  const platform = at === undefined ? name : `${name} from ${minuteText(at)} on`;
  const lines = [
    `    ${platform}, last 24 hours: ${countsText(last_24h)}`,
    `    ${platform}, last 7 days: ${countsText(last_7d)}`,
    ...impactVersionLines(impact, last_24h.requests),
    ...targetLines(impact, last_24h.requests),
  ].map((line) => printable(line));
  const isWorse = last_24h.forced > 0 || last_7d.forced > 0;
  return [
    ...(isWorse ? lines.map((line) => paint("red", line)) : lines),
    ...(guards_apply || at !== undefined
      ? []
      : [`      under ${minRequestsForGuards} requests in 24 hours: the guard locks_out does not apply`]),
  ];
}

function countsText({ requests, forced, freed, recommended, other }: ImpactCounts): string {
  if (requests === 0) return "no requests";
  const share = (count: number) => formatShare(count, requests);
  return [
    counted(requests, "request"),
    `${share(forced)} newly forced`,
    ...(freed > 0 ? [`${share(freed)} freed`] : []),
    ...(recommended > 0 ? [`${share(recommended)} newly recommended to update`] : []),
    ...(other > 0 ? [`${share(other)} rare versions, not foreseen`] : []),
  ].join(", ");
}

function impactVersionLines({ versions, more_versions }: Pick<PlatformImpact, "versions" | "more_versions">, requests: number) {
  return (["forced", "freed", "recommended"] as const).flatMap((wanted) => {
    const own = versions.filter(({ effect }) => effect === wanted);
    if (own.length === 0) return [];
    const shown = own
      .slice(0, maxShownVersions)
      .map(({ version, requests_24h }) => `${version} (${formatShare(requests_24h, requests)})`);
    const isMore = own.length > shown.length || more_versions > 0;
    return [`      ${wanted}: ${shown.join(", ")}${isMore ? " and others; --json lists them" : ""}`];
  });
}

function targetLines({ targets }: Pick<PlatformImpact, "targets">, requests: number): string[] {
  return targets.slice(0, maxShownVersions).map(({ version, requests_24h }) => {
    return `      sent to ${version}: ${formatShare(requests_24h, requests)} of the requests of the last 24 hours`;
  });
}
