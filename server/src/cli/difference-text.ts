/** Prints a change for confirmation: its differences, its warnings, and the refusals that block it. */
import { lockedOutPlatforms } from "drawbridge-rules/impact/locked-out.ts";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import type { ChangeAnswer, Drift } from "drawbridge-rules/wire/change.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { effectLines, leftAloneLines } from "./effect-text.ts";
import { impactLines } from "./impact-text.ts";
import { type Color, counted, type Output, printable, sentence, valueText } from "./output.ts";
import { isNewProject } from "./undo-text.ts";

type Paint = Output["paint"];

/** Columns beyond which before and after get a line each. */
const widest = 110;
const widestPath = 44;

/** `acme-shop: 3 changes against revision 12`, then a line for each. */
export function changeLines(subject: string, answer: ChangeAnswer, overridden: readonly string[], paint: Paint): string[] {
  const notes = [
    ...answer.warnings.map(({ path, detail }) => sign("yellow", "!", sentence(path, detail), "warning", paint)),
    ...answer.problems.map(({ path, detail }) => sign("red", "✗", sentence(path, detail), "problem", paint)),
    ...answer.refusals.map(({ guard, path, detail }) => {
      const isPassed = guard !== undefined && overridden.includes(guard);
      return sign(
        isPassed ? "yellow" : "red",
        "✗",
        sentence(`${guard} ${path}`.trim(), detail),
        isPassed ? "overridden" : "refusal",
        paint,
      );
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
