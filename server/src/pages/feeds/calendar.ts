/**
 * A feed as iCalendar (RFC 5545): an event for each occurrence, in UTC, so that no reader needs zone data of its own. The library
 * writes the calendar's name unescaped, so it is escaped here.
 */

import { foldLines, ICalCalendar, ICalEvent, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import type { Feed, FeedEntry } from "./feed.ts";

export const calendarType = "text/calendar; charset=utf-8";

/** How often a reader is to ask, seconds: a hold moves its end no oftener. */
const refresh = 15 * 60;
const second = 1_000;

export function printCalendar(feed: Feed): string {
  return [...calendarParts(feed)].join("");
}

/** The same, event by event: a thousand take a fifth of a second. */
export function* calendarParts({ projectName, project, instance, entries }: Feed): Generator<string> {
  const calendar = new ICalCalendar({
    prodId: { company: "Drawbridge", product: "Maintenance" },
    name: escaped(plain(instance ? `${projectName}: ${instance.name}` : projectName)),
    ttl: refresh,
  });
  // §3.1: every line ends, the last one too.
  const frame = `${calendar.toString()}\r\n`;
  const end = frame.lastIndexOf("END:VCALENDAR");
  yield frame.slice(0, end);
  for (const entry of entries) yield foldLines(new ICalEvent(eventOf(entry, project, projectName), calendar).toString());
  yield frame.slice(end);
}

function eventOf(
  { name, summary, start, end, sequence, updated, isCanceled, description }: FeedEntry,
  id: string,
  title: string,
) {
  return {
    id: `${name}@${id}`,
    sequence,
    // §3.8.7.2: without a METHOD, when the event was last revised.
    stamp: new Date(updated),
    lastModified: new Date(updated),
    // Whole seconds is all that §3.3.5 has: the event is never shorter than the maintenance.
    start: new Date(Math.floor(start / second) * second),
    end: new Date(Math.ceil(end / second) * second),
    summary: plain(`${title}: ${summary}`),
    description: plain(description),
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Does not mark the reader as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

/** Without what no TEXT may hold (§3.1: control characters but the tab; a line end is escaped), and of whole characters. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}

/** §3.3.11 */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}
