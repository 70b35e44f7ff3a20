import { parseDuration } from "../values/duration.ts";
import { isMap } from "../values/fields.ts";
import type { Reader } from "./reader.ts";
import { type DescribedEdit, textEdit, valueEdit } from "./sentence.ts";
import { describeLanguage } from "./text-place.ts";
import { formatDuration } from "./times.ts";

/** Undefined means absent. */
export interface MemberEdit {
  readonly of: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface MemberWords {
  /** `iOS minimum`, within a sentence after "the". */
  readonly label: (of: string) => string;
  readonly edits: (edit: MemberEdit, reader: Reader) => readonly DescribedEdit[];
}

/** A member without words does not compile. */
export type WordsOf<Form> = { readonly [Member in keyof Required<Form>]: MemberWords };

/** @param absent text where it is left out; null means no default @param verbOf `raised` */
export function valueWords(
  label: MemberWords["label"],
  absent: string | null,
  format: (value: unknown, reader: Reader) => string,
  verbOf?: (before: string | undefined, after: string | undefined) => string,
): MemberWords {
  return {
    label,
    edits({ of, ...sides }, reader) {
      const read = (value: unknown) => (value === undefined ? (absent ?? undefined) : format(value, reader));
      const [before, after] = [read(sides.before), read(sides.after)];
      // A default that is written down changes nothing.
      if (before === after && (sides.before === undefined || sides.after === undefined)) return [];
      return [valueEdit({ label: label(of), before, after, verb: verbOf?.(before, after) })];
    },
  };
}

/** `time zone of backup` */
export function ofWords(noun: string, absent: string | null, format: (value: unknown, reader: Reader) => string): MemberWords {
  return valueWords((of) => `${noun} of ${of}`, absent, format);
}

export function nameWords(noun: string): MemberWords {
  const label = (of: string) => `${noun} of ${of}`;
  return {
    label,
    edits: ({ id, before, after }) => [valueEdit({ label: label(id), before: textOf(before), after: textOf(after) })],
  };
}

/** `Upgrade message in German` */
export function textsWords(label: (kind: string, of: string) => string, kinds: Readonly<Record<string, string>>): MemberWords {
  return {
    label: (of) => `${label("messages", of)}`,
    edits: ({ of, before, after }) =>
      keysOf(before, after).flatMap((kind) =>
        localizedEdits(label(kinds[kind] ?? kind, of), memberOf(before, kind), memberOf(after, kind)),
      ),
  };
}

export function localizedEdits(label: string, before: unknown, after: unknown): DescribedEdit[] {
  return keysOf(before, after).map((language) => {
    const [was, is] = [memberOf(before, language), memberOf(after, language)];
    return textEdit(`${label} in ${describeLanguage(language)}`, textOf(was), textOf(is));
  });
}

/** `30 min` for `PT30M` or `30m`; other text as it is. */
export function durationText(value: unknown): string {
  const text = String(value);
  const ms = parseDuration(text);
  return ms === null ? text : formatDuration(ms);
}

export function keysOf(...maps: readonly unknown[]): string[] {
  return [...new Set(maps.flatMap((map) => (isMap(map) ? Object.keys(map) : [])))];
}

export function memberOf(map: unknown, key: string): unknown {
  return isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function entriesChanged(before: unknown, after: unknown): readonly [added: string[], removed: string[]] {
  const [was, is] = [listOf(before).map(String), listOf(after).map(String)];
  return [is.filter((entry) => !was.includes(entry)), was.filter((entry) => !is.includes(entry))];
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
