import type { WindowForm } from "../windows/maintenance-window.ts";
import {
  durationText,
  entriesChanged,
  listOf,
  localizedEdits,
  type MemberEdit,
  type MemberWords,
  nameWords,
  ofWords,
  type WordsOf,
} from "./member-words.ts";
import { describeScope, listNames, type Reader } from "./reader.ts";
import { describeRecurrence, readRule } from "./recurrence.ts";
import { act, type DescribedEdit } from "./sentence.ts";
import { formatDayAndTime, formatZone, wallAt } from "./times.ts";
import { describeSchedule, formatDate, listDates } from "./window.ts";

export const windowWords: WordsOf<WindowForm> = {
  title: nameWords("title"),
  platforms: scopeWords("platforms", (id, { names }) => names.platform(id)),
  instances: scopeWords("instances", (id, { names }) => names.instance(id)),
  start: wallWords("start"),
  zone: ofWords("time zone", "UTC", (zone) => formatZone(String(zone))),
  duration: ofWords("length", null, durationText),
  end: wallWords("end"),
  reminder: ofWords("reminder time", "the project's", durationText),
  overrun: ofWords("overrun", overrunText("end"), overrunText),
  repeat: ofWords("recurrence", null, ruleText),
  except: { label: (of) => `skipped dates of ${of}`, edits: exceptEdits },
  message: {
    label: (of) => `message of ${of}`,
    edits: ({ of, before, after }) => localizedEdits(`message of ${of}`, before, after),
  },
};

export function plannedWindow(name: string, form: WindowForm, reader: Reader): DescribedEdit {
  const schedule = describeSchedule(form, reader);
  const { platforms = null, instances = null } = form;
  const scope = describeScope({ platforms, instances }, reader.names, "the whole project");
  return act(`planned ${name} for ${scope}: ${schedule.startsWith("Every") ? `e${schedule.slice(1)}` : schedule}`);
}

function overrunText(value: unknown): string {
  return value === "hold" ? "stays active until completed" : "ends on time";
}

function scopeWords(noun: string, nameOf: (id: string, reader: Reader) => string): MemberWords {
  return ofWords(noun, null, (list, reader) => listNames(listOf(list).map((id) => nameOf(String(id), reader))));
}

function wallWords(noun: string): MemberWords {
  return ofWords(noun, null, (wall, { zone, now }) => formatDayAndTime(String(wall), wallAt(now, zone)));
}

/** A rule without its start says no weekday or day of the month. */
function ruleText(text: unknown, { zone, now }: Reader): string {
  const rule = readRule(String(text));
  const words = rule === null ? "Custom recurrence" : describeRecurrence(rule, null);
  const today = wallAt(now, zone);
  const ends = [
    ...(rule?.count ? [rule.count === 1 ? "once" : `${rule.count} times`] : []),
    ...(rule?.until ? [`until ${formatDate(rule.until, today)}`] : []),
  ];
  return [`${words.charAt(0).toLowerCase()}${words.slice(1)}`, ...ends].join(", ");
}

function exceptEdits({ of, before, after }: MemberEdit, { zone, now }: Reader): DescribedEdit[] {
  const today = wallAt(now, zone);
  const [added, removed] = entriesChanged(before, after);
  return [
    ...(added.length > 0 ? [act(`skipped ${listDates(added, today)} of ${of}`)] : []),
    ...(removed.length > 0 ? [act(`no longer skipped ${listDates(removed, today)} of ${of}`)] : []),
  ];
}
