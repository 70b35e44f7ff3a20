/**
 * Prints a feed as Atom (RFC 4287) for feed readers: upcoming and active occurrences, and changes made to them by people.
 * Each change is an entry of its own, so that readers show it as new.
 */
import { timeText } from "drawbridge-rules/values/time-text.ts";
import type { Feed, FeedEntry } from "./feed.ts";

export const atomType = "application/atom+xml; charset=utf-8";

/** Upcoming occurrences listed per window; a rule has hundreds in a year, most of them without news. */
const nextOnes = 4;

/** @param epoch of the store: two installations may have projects of the same name @param at epoch ms */
export function printAtom(feed: Feed, epoch: string, at: number): string {
  const { project, projectName, instance, language } = feed;
  const id = `urn:drawbridge:${epoch}:${project}${instance ? `:${encodeURIComponent(instance.id)}` : ""}`;
  const entries = newsOf(feed.entries, at);
  const updated = Math.max(0, ...entries.map((entry) => entry.updated));
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(language)}">`,
    `<id>${xml(id)}</id>`,
    `<title>${xml(instance ? `${projectName}: ${instance.name}` : projectName)}</title>`,
    `<updated>${date(updated)}</updated>`,
    `<author><name>${xml(projectName)}</name></author>`,
    // Relative: the token is in the address, and not here.
    `<link rel="self" type="application/atom+xml" href="maintenance.atom"/>`,
    `<link rel="related" type="text/calendar" href="calendar.ics"/>`,
    ...entries.map((entry) => entryText(entry, id, feed)),
    "</feed>\n",
  ].join("\n");
}

/** The last change first. */
function newsOf(entries: readonly FeedEntry[], at: number): FeedEntry[] {
  const left = new Map<string, number>();
  const news = entries.filter(({ window, start, end, isTouched }) => {
    if (isTouched || (start <= at && at < end)) return true;
    const rest = left.get(window) ?? nextOnes;
    if (start <= at || rest === 0) return false;
    left.set(window, rest - 1);
    return true;
  });
  return news.sort((a, b) => b.updated - a.updated || a.start - b.start || (a.name < b.name ? -1 : 1));
}

function entryText(entry: FeedEntry, feedId: string, { projectName, language }: Feed): string {
  const start = timeText(entry.start, language, entry.zone);
  return [
    "<entry>",
    `<id>${xml(`${feedId}:${entry.name}:${entry.sequence}`)}</id>`,
    `<title>${xml(`${projectName}: ${entry.window}, ${start}`)}</title>`,
    `<updated>${date(entry.updated)}</updated>`,
    `<category term="${entry.isCanceled ? "cancelled" : "confirmed"}"/>`,
    `<content type="text">${xml(entry.description)}</content>`,
    "</entry>",
  ].join("\n");
}

/** RFC 3339 */
function date(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes content and attribute values, and drops characters that XML 1.0 forbids in any spelling (§2.2). */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
