import { z } from "zod";

export const slugForm = z.string().meta({ pattern: "^[a-z0-9-]{1,63}$", examples: ["db-upgrade"] });

export const platformNameForm = z.string().meta({ pattern: "^[a-z][a-z0-9_-]{0,31}$", examples: ["ios"] });

export const instanceIdForm = z.string().meta({ pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]{1,128}$", examples: ["eu-1"] });

const amount = (digits: number, words: string) => `(?:\\d{1,${digits}}(?:\\.5)? ?(?:${words}) ?)?`;
const typed = [
  ...[amount(4, "w|weeks?"), amount(5, "d|days?"), amount(6, "h|hrs?|hours?"), amount(8, "m|mins?|minutes?")],
  "(?:\\d{1,9} ?(?:s|secs?|seconds?))?",
];
const iso = "P(?=.)(?:\\d{1,4}W)?(?:\\d{1,5}D)?(?:T(?=.)(?:\\d{1,6}H)?(?:\\d{1,8}M)?(?:\\d{1,9}S)?)?";
/** The usual spellings, of those that people type. */
const duration = `(?=\\d)(?!.* $)${typed.join("")}|${iso}`;
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const monthAndDay = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])";
const date = `(?=19[7-9]|[2-9])(?:\\d{4}-(?:${monthAndDay})|${leapYear}-02-29)`;
const time = "[Tt](?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d|60)(?:\\.\\d{1,9})?)?";
const offset = "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
/** RFC 3339 with an offset, up to the end of the year 9999 in UTC. */
const instant = `(?!9999-12-31[^-]*-)${date}${time}${offset}`;
export const instantAheadPattern = `^(?:${instant}|${duration})$`;
export const instantOrRevisionPattern = `^(?:${instant}|\\d{1,16})$`;

export const durationForm = z.string().meta({ pattern: `^(?:${duration})$`, maxLength: 64 });

const languagePattern =
  "^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\\d{3}))?(?:-(?:[A-Za-z0-9]{5,8}|\\d[A-Za-z0-9]{3}))*$";
/** BCP 47, without extensions: no text is only for readers of `de-u-hc-h23`. */
export const languageForm = z.string().meta({ id: "LanguageTag", pattern: languagePattern, maxLength: 35, examples: ["en"] });

const visible =
  "[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\ufeff\\ufff9-\\ufffb]";
/** One line without controls and characters that hide or reorder text. */
export const linePattern = `^${visible}*$`;

export const visiblePattern = `^(?=.*\\S)${visible}*$`;
export const loginPattern = `^(?:(?!\\s)${visible})+$`;

/** @param max UTF-16 units: the reader alone refuses some texts of as many code points */
export function lineForm(max: number) {
  return z.string().meta({ pattern: visiblePattern, maxLength: max });
}

const ids = (start: string, id: string) => `(?:${start}${id}(?:\\.${id})*)?`;
const version =
  "v?\\d{1,15}(?:\\.\\d{1,15}){0,5}" +
  ids("(?:[-_]|(?=[A-Za-z]))", "[-_]*[0-9A-Za-z][-_0-9A-Za-z]*") +
  ids("\\+", "-*[0-9A-Za-z][-0-9A-Za-z]*");
export const versionForm = z.string().meta({ pattern: `^${version}$`, maxLength: 64, examples: ["2.6.0"] });

const comparator = `(?:>=|<=|[<>=])${version}`;
const family = "\\d{1,15}(?:\\.\\d{1,15}){0,4}\\.\\*";
export const versionEntryForm = z
  .string()
  .meta({ pattern: `^(?:${version}|${family}|${comparator}(?: ${comparator}){0,7})$`, maxLength: 535, examples: ["2.5.0"] });

export const osForm = z.string().meta({ pattern: "^\\d{1,15}(?:\\.\\d{1,15}){0,5}$", maxLength: 64, examples: ["17.4"] });

export const wallTimeForm = z
  .string()
  .meta({ pattern: `^${date}T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?$`, examples: ["2026-12-06T02:00"] });

export const dateForm = z.string().meta({ pattern: `^${date}$`, examples: ["2026-11-16"] });
