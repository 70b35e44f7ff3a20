/**
 * Wire forms of texts that several nouns share. The patterns are for documents: editors and clients refuse most wrong texts by them.
 * Readers apply the whole rule, and accept nothing that its pattern refuses.
 */
import { z } from "zod";

/** Id of a project or a window. */
export const slugForm = z.string().meta({ pattern: "^[a-z0-9-]{1,63}$", examples: ["db-upgrade"] });

export const platformNameForm = z.string().meta({ pattern: "^[a-z][a-z0-9_-]{0,31}$", examples: ["ios"] });

export const instanceIdForm = z.string().meta({ pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]{1,128}$", examples: ["eu-1"] });

const duration = "[Pp][\\dDHMSTWdhmstw]+|\\d[\\d.,]* ?[A-Za-z][\\w., ]*";
const date = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const time = "[Tt](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-6]\\d(?:\\.\\d{1,9})?)?";
/** RFC 3339 with an offset, or a duration. */
export const instantAheadPattern = `^(?:${date}${time}(?:[Zz]|[+-]\\d\\d:\\d\\d)|${duration})$`;

/** `PT2H` or `2h`. */
export const durationForm = z.string().meta({ pattern: `^(?:${duration})$`, maxLength: 64 });

/** BCP 47. */
export const languageForm = z
  .string()
  .meta({ id: "LanguageTag", pattern: "^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$", maxLength: 35, examples: ["en"] });

const visible =
  "[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\ufeff\\ufff9-\\ufffb]";
/** One line without controls and characters that hide or reorder text. */
export const linePattern = `^${visible}*$`;

/** One visible line. @param max UTF-16 units, so that some texts of as many code points are refused by the reader alone */
export function lineForm(max: number) {
  return z.string().meta({ pattern: `^(?=.*\\S)${visible}*$`, maxLength: max });
}

export const versionForm = z
  .string()
  .meta({ pattern: "^v?\\d{1,15}(?:\\.\\d{1,15}){0,5}(?:[-_+ .A-Za-z][-_+ .0-9A-Za-z]*)?$", maxLength: 64, examples: ["2.6.0"] });

/** A version, a family or comparators. */
export const versionEntryForm = z
  .string()
  .meta({ pattern: "^(?:v?\\d.*|(?:>=|<=|[<>=]).+)$", maxLength: 535, examples: ["2.5.0"] });

export const wallTimeForm = z
  .string()
  .meta({ pattern: `^${date}T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?$`, examples: ["2026-12-06T02:00"] });

export const dateForm = z.string().meta({ pattern: `^${date}$`, examples: ["2026-11-16"] });
