import { describeDifferences, describePlace } from "drawbridge-rules/describe/edit.ts";
import { describeEffects, type EffectRow } from "drawbridge-rules/describe/effect.ts";
import { listNames, namesIn, type Reader } from "drawbridge-rules/describe/reader.ts";
import { type DescribedEdit, quoted } from "drawbridge-rules/describe/sentence.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import { formatShare, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import { splitPath } from "drawbridge-rules/values/fields.ts";
import type { ImpactCounts, PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer, UnaffectedResources } from "drawbridge-rules/wire/change.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { isNewProject } from "./advice.ts";
import { type Color, counted, type Output, printable, valueText, wrapped } from "./output.ts";

type Paint = Output["paint"];

/** Columns beyond which before and after get a line each. */
const widest = 100;
const widestPath = 44;

interface ChangeView {
  readonly subject: string;
  readonly reader: Reader;
  readonly overridden: readonly string[];
  readonly isFull: boolean;
  readonly columns: number | null;
  readonly paint: Paint;
}

/** People read no more before a confirmation; `--full` lists all. */
const maxEdits = 20;

export function changeLines(answer: ChangeAnswer, view: ChangeView): string[] {
  const { paint, reader, isFull } = view;
  const isNew = isNewProject(answer.differences);
  const edits = describeDifferences(isNew ? exceptName(answer.differences) : answer.differences, reader);
  const isShort = edits.length === 1 && !isNew;
  const rest = edits.length - maxEdits;
  return [
    paint("bold", printable(headline(answer, edits, view))),
    ...(isShort ? [] : edits.slice(0, maxEdits).map(({ text }) => printable(`  ${text}`))),
    ...(rest > 0 ? [`  … and ${rest} more; --full lists them`] : []),
    ...(isFull ? differenceLines(answer.differences, paint) : []),
    ...driftLines(answer, view),
    ...findingLines(answer, view),
    // No app uses a new project yet.
    ...(isNew ? [] : effectLines(answer, reader, paint)),
    ...(isNew ? [] : impactLines(answer.impact ?? [], reader, paint)),
    ...unaffectedLines(answer.unaffected ?? []),
  ].flatMap((line) => wrapped(line, 6, view.columns));
}

/** `38% of iOS users locked out in acme-shop: iOS minimum 2.4.0 → 2.5.0` */
function headline(answer: ChangeAnswer, edits: readonly DescribedEdit[], { subject, reader }: ChangeView): string {
  const { changed, differences, revision } = answer;
  if (!changed && differences.length === 0) return `${subject}: no changes at revision ${revision}`;
  if (isNewProject(differences)) return newProjectText(`New project ${subject}`, answer);
  const [only] = edits;
  const changes = edits.length === 1 && only ? only.text : counted(edits.length, "change");
  const what = edits.length === 0 ? "no changes that apps see, only to what the manifest manages" : changes;
  const share = shareText(answer.impact ?? [], reader);
  return share === null ? `${subject}: ${what}` : `${share} in ${subject}: ${what}`;
}

/** The most important one is first. */
const shares = [
  { effect: "forced", outcome: "locked out", isStep: false },
  { effect: "freed", outcome: "no longer locked out", isStep: false },
  { effect: "forced", outcome: "locked out", isStep: true },
] as const;

function shareText(impact: readonly PlatformImpact[], reader: Reader): string | null {
  for (const { effect, outcome, isStep } of shares) {
    const share = ({ last_24h }: PlatformImpact) => last_24h[effect] / Math.max(1, last_24h.requests);
    const affected = impact.filter((each) => isStep === (each.at !== undefined) && share(each) > 0);
    const [most] = affected.toSorted((a, b) => share(b) - share(a));
    if (most === undefined) continue;
    const { platform, at, last_24h } = most;
    const users = `${formatShare(last_24h[effect], last_24h.requests)} of ${reader.names.platform(platform)} users ${outcome}`;
    return at === undefined ? users : `${users} from ${formatInstant(at, reader)} on`;
  }
  return null;
}

function exceptName(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter(
    ({ path, after }) => path !== "name" && !(path.startsWith("platforms.") && JSON.stringify(after) === "{}"),
  );
}

/** `Created my-app (iOS). Nothing is blocked.` */
export function newProjectText(created: string, { differences, names }: Pick<ChangeAnswer, "differences" | "names">): string {
  const { platform } = namesIn(names ?? {});
  const paths = differences.map(({ path }) => splitPath(path));
  const ids = [...new Set(paths.flatMap(([root, id]) => (root === "platforms" && id !== undefined ? [id] : [])))];
  const blocking = new Set(
    paths.flatMap(([root, id = "", member = ""]) => (root === "platforms" && forcing.includes(member) ? [id] : [])),
  );
  const platforms = ids.length === 0 ? "" : ` (${listNames(ids.map(platform), ids.length)})`;
  const blocked = [...blocking].map(platform);
  const state =
    blocked.length === 0 ? "Nothing is blocked." : `Some versions of ${listNames(blocked, blocked.length)} must update.`;
  return `${created}${platforms}. ${state}`;
}

const forcing = ["minimum", "blocked", "step"];

function driftLines({ drift = [] }: ChangeAnswer, { reader, paint }: ChangeView): string[] {
  const changes = drift.map(({ path, applied, current }) => ({ path, before: applied, after: current }));
  return describeDifferences(changes, reader).map(({ text }) =>
    paint("yellow", printable(`  ! Overwrites a change made outside the manifest: ${text}`)),
  );
}

function findingLines({ guards, problems, warnings }: ChangeAnswer, { reader, overridden, paint }: ChangeView): string[] {
  const placed = (path: string, detail: string) => (path === "" ? detail : `${describePlace(path, reader)}: ${detail}`);
  return [
    ...guards.map(({ code, detail }) => {
      const isPassed = overridden.includes(code);
      return sign(isPassed ? "yellow" : "red", "✗", detail, isPassed ? `${code}, overridden` : code, paint);
    }),
    ...problems.map(({ path, detail }) => sign("red", "✗", placed(path, detail), "problem", paint)),
    ...warnings.map(({ detail }) => sign("yellow", "!", detail, null, paint)),
  ];
}

function sign(color: Color, mark: string, text: string, kind: string | null, paint: Paint): string {
  return paint(color, printable(`  ${mark} ${text.trim()}${kind === null ? "" : ` (${kind})`}`));
}

export function differenceLines(differences: readonly Difference[], paint: Paint): string[] {
  const width = Math.min(widestPath, Math.max(0, ...differences.map(({ path }) => path.length)));
  return differences.flatMap((difference) => differenceLine(difference, width, paint));
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

const nouns: Readonly<Record<UnaffectedResources["kind"], readonly [string, string]>> = {
  read_key: ["key", "keys"],
  token: ["token", "tokens"],
  grant: ["member", "members"],
  override: ["change of one occurrence", "changes of one occurrence"],
  window: ["window started by hand", "windows started by hand"],
  protection: ["approval rules", "approval rules"],
  proposal: ["request for approval", "requests for approval"],
};

function unaffectedLines(left: readonly UnaffectedResources[]): string[] {
  if (left.length === 0) return [];
  const rows = left.map(({ kind, count, names }) => {
    const what = kind === "protection" ? nouns.protection[0] : `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
    // Ids of people, of occurrences and of maintenance started by hand, and the project's own, mean nothing to a reader.
    const named = kind === "read_key" || kind === "token" || kind === "proposal" ? names : [];
    return [what, `${named.join(", ")}${named.length > 0 && count > named.length ? ", …" : ""}`] as const;
  });
  const width = rows.reduce((widestEffect, [what]) => Math.max(widestEffect, what.length), 0);
  return ["  Unaffected:", ...rows.map(([what, names]) => `    ${what.padEnd(width)}  ${printable(names)}`.trimEnd())];
}

/** People read no more before a confirmation; --json has 20. */
const maxShownVersions = 3;

function impactLines(impact: readonly PlatformImpact[], reader: Reader, paint: Paint): string[] {
  return impact.flatMap((each) => {
    const { at, last_24h, last_7d, systems_24h: systems, guards_apply, targets } = each;
    const platform = reader.names.platform(each.platform);
    const name = at === undefined ? platform : `${platform} from ${formatInstant(at, reader)} on`;
    if (last_7d.requests === 0) return [`  ${name}: no requests in the last 7 days`];
    const few = guards_apply || at !== undefined ? "" : `, under ${minRequestsForGuards}: locks_out does not apply`;
    const day = `  ${name}, last 24 hours: ${countsText(last_24h)}${few}; last 7 days: ${countsText(last_7d)}`;
    const unseen = targets.filter(({ requests_7d }) => requests_7d === 0).slice(0, maxShownVersions);
    return [
      ...(last_24h.forced + last_7d.forced > 0 ? [paint("red", printable(day))] : [printable(day)]),
      ...(systems?.too_old ? [paint("red", printable(`  ! ${systemsText(systems)}`))] : []),
      ...unseen.map(({ version }) => printable(`  ! Users are sent to ${version}, which no app has reported in 7 days`)),
    ];
  });
}

function systemsText({ requests, too_old }: NonNullable<PlatformImpact["systems_24h"]>): string {
  return `${formatShare(too_old, requests)} of ${counted(requests, "request")} that must update, with a known operating system, can install no update`;
}

function countsText({ requests, forced, freed, recommended, other }: ImpactCounts): string {
  if (requests === 0) return "no requests";
  const share = (count: number, what: string) => (count > 0 ? [`${formatShare(count, requests)} ${what}`] : []);
  const parts = [
    ...share(forced, "newly must update"),
    ...share(freed, "no longer must"),
    ...share(recommended, "newly recommended"),
    ...share(other, "rare versions"),
  ];
  return `${parts.join(", ") || "none affected"} of ${counted(requests, "request")}`;
}

/** People read no more before a confirmation; --json has all. */
const maxShown = 4;

function effectLines(answer: ChangeAnswer, reader: Reader, paint: Paint): string[] {
  const { versions, maintenance } = describeEffects(answer, reader);
  return [
    ...rowLines(versions, paint),
    ...rowLines(exampleTexts(answer, reader), paint),
    ...rowLines(maintenance, paint),
    ...(answer.more_effects ? ["  … and more. Check single versions with the command simulate"] : []),
  ];
}

function rowLines(rows: readonly EffectRow[], paint: Paint): string[] {
  const left = rows.length - maxShown;
  return [
    ...rows.slice(0, maxShown).map(({ name, before, after, share, isWorse }) => {
      const line = printable(`  ${name}: ${before} → ${after}${share === null ? "" : ` (${share}% of requests)`}`);
      return isWorse ? paint("red", line) : line;
    }),
    ...(left > 0 ? [`  … and ${left} more; --json has all`] : []),
  ];
}

/** The message of the affected version with most requests, or its first text that changes. */
function exampleTexts(answer: ChangeAnswer, reader: Reader): EffectRow[] {
  const platforms = Map.groupBy(answer.text_effects ?? [], ({ platform }) => platform);
  return [...platforms.values()].flatMap((effects) => {
    const { texts } = describeEffects({ text_effects: effects.slice(0, 1) }, reader);
    const example = texts.find(({ name }) => name.includes(", message")) ?? texts[0];
    return example ? [{ ...example, before: shown(example.before), after: shown(example.after) }] : [];
  });
}

function shown(text: string): string {
  return text === "none" ? text : quoted(text);
}
