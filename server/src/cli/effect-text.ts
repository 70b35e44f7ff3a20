/** Effects of a change on apps, before and after: the part of a review that shows which users it affects. */

import { boundBelow } from "drawbridge-rules/versions/boundary-version.ts";
import type {
  Effects,
  LeftAlone,
  MaintenanceEffect,
  ShownText,
  TextEffect,
  ToldInterruption,
  VersionDecision,
  VersionEffect,
} from "drawbridge-rules/wire/change.ts";
import { rangeText } from "./maintenance-text.ts";
import { type Output, printable, valueText } from "./output.ts";
import { minuteText } from "./time-text.ts";

type Paint = Output["paint"];

/** More rows than this are not read before a confirmation; --json has all of them. */
const maxShown = 12;
const maxNamed = 5;
/** Columns. */
const widest = 120;
const widestName = 60;

export function effectLines({ versions, texts, maintenance, more }: Effects, paint: Paint): string[] {
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
    shown.reduce((widest, { name }) => Math.max(widest, name.length), 0),
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
  return line.length <= widest ? [line] : [`    ${name}`, `        ${before}`, `      → ${after}`];
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
  return { what: "", name, before: toldText(before, state), after: toldText(after, state), isWorse: after?.state === "in_force" };
}

/** @param state of the maintenance on the other side of the change, for a side without any */
function toldText(told: ToldInterruption | null, state: ToldInterruption["state"] | undefined): string {
  if (told === null) return state === "in_force" ? "not in maintenance" : "none planned";
  const range = `${rangeText(told.start, told.end, "UTC")} UTC`;
  return told.state === "in_force" ? `in maintenance, ${range}` : range;
}

/** One, and several. */
const nouns: Readonly<Record<LeftAlone["kind"], readonly [string, string]>> = {
  read_key: ["key", "keys"],
  feed_token: ["feed", "feeds"],
  access_token: ["token", "tokens"],
  grant: ["member", "members"],
  override: ["change of one occurrence", "changes of one occurrence"],
  window: ["window started by hand", "windows started by hand"],
  protection: ["protection", "protection"],
  proposal: ["proposal", "proposals"],
};

/** Parts that undo to a revision leaves unchanged. */
export function leftAloneLines(left: readonly LeftAlone[]): string[] {
  if (left.length === 0) return [];
  const rows = left.map(({ kind, count, names }) => {
    const what = kind === "protection" ? "protection" : `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
    // Ids of people, and the project's own id, mean nothing to a reader.
    const named = kind === "protection" || kind === "grant" ? [] : names;
    return [what, `${named.join(", ")}${named.length > 0 && count > named.length ? ", …" : ""}`] as const;
  });
  const width = rows.reduce((widest, [what]) => Math.max(widest, what.length), 0);
  return ["  Unaffected:", ...rows.map(([what, names]) => `    ${what.padEnd(width)}  ${printable(names)}`.trimEnd())];
}
