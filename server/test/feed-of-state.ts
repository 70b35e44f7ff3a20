/** Feeds of a test's state: every resource has the revision that the test sets, committed at that minute of 2026. */
import assert from "node:assert/strict";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import ICAL from "ical.js";
import { buildFeed, type Feed } from "../src/pages/feeds/feed.ts";

/** Time of the commit, epoch ms. */
export function committedAt(revision: number): number {
  return Date.UTC(2026, 0, 1) + revision * 60_000;
}

const times = {
  of: async (_: string, revisions: Iterable<number>) =>
    new Map([...revisions].map((revision) => [revision, committedAt(revision)] as const)),
};

/** @param revisions by name of a window, or of an occurrence for its override; default 1 */
export function withRevisions(state: ProjectState, revisions: Readonly<Record<string, number>> = {}): ProjectState {
  const held = <T>(resources: ReadonlyMap<string, { readonly value: T }>) =>
    ResourceMap.of([...resources].map(([id, { value }]) => [id, { value, revision: revisions[id] ?? 1 }] as const));
  return { ...state, window: held(state.window), override: held(state.override) };
}

export async function feedAt(state: ProjectState, at: string | number, instance: string | null = null): Promise<Feed> {
  const feed = await buildFeed(state, instance, typeof at === "string" ? Date.parse(at) : at, times);
  assert.ok(feed);
  return feed;
}

/** An event parsed by an independent library. Times in epoch ms. */
export interface ReadEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly start: number;
  readonly end: number;
  readonly stamp: number;
  readonly status: string;
  readonly summary: string;
  readonly description: string;
}

export function parseCalendar(text: string): { readonly name: string; readonly refresh: string; readonly events: ReadEvent[] } {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const timeOf = (component: InstanceType<typeof ICAL.Component>, property: string) =>
    (component.getFirstPropertyValue(property) as InstanceType<typeof ICAL.Time>).toJSDate().getTime();
  const events = calendar.getAllSubcomponents("vevent").map((component) => ({
    uid: String(component.getFirstPropertyValue("uid")),
    sequence: Number(component.getFirstPropertyValue("sequence")),
    start: timeOf(component, "dtstart"),
    end: timeOf(component, "dtend"),
    stamp: timeOf(component, "dtstamp"),
    status: String(component.getFirstPropertyValue("status")),
    summary: String(component.getFirstPropertyValue("summary")),
    description: String(component.getFirstPropertyValue("description")),
  }));
  return {
    name: unescaped(String(calendar.getFirstPropertyValue("name"))),
    refresh: String(calendar.getFirstPropertyValue("refresh-interval")),
    events,
  };
}

/** RFC 7986 §5.1 makes NAME a text; the parser does not know it and leaves it escaped. */
function unescaped(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (character.toLowerCase() === "n" ? "\n" : character));
}
