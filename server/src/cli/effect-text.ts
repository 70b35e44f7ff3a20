/** Effects of a change on apps: ranges of versions, an example of the texts for each platform, and maintenance. */
import { describeEffects, type EffectRow } from "drawbridge-rules/describe/effect.ts";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { quoted } from "drawbridge-rules/describe/sentence.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { type Output, printable } from "./output.ts";

type Paint = Output["paint"];

/** More rows than this are not read before a confirmation; --json has all of them. */
const maxShown = 4;

export function effectLines(answer: ChangeAnswer, reader: Reader, paint: Paint): string[] {
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
