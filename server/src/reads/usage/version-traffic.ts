/** Adds what this process has not written yet to the stored sums. */

import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { nextTurn } from "../../base/yielding-work.ts";
import type { Usage } from "../../store/sql/sql-usage.ts";
import type { OutcomeCounts, VersionSpan } from "../../store/usage.ts";
import type { ReadUsage } from "./read-usage.ts";
import { type RefusedQuerySum, sumRefusedQueries } from "./refused-query-counts.ts";
import { hourNumber, reportedHours } from "./request-counter.ts";
import type { UsageWriter } from "./usage-writer.ts";
import { sumOf } from "./version-place.ts";

const hoursOfDay = 24;
/** The current hour included. */
const hoursOfWeek = 7 * hoursOfDay;

export interface TimedRequests {
  /** Canonical; "" for versions that are not counted separately. */
  readonly version: string;
  /** The hour or the day, since 1970. */
  readonly at: number;
  readonly counts: OutcomeCounts;
}

interface TrafficServices {
  readonly store: { readonly usage: Pick<Usage, "versionHours" | "versionDays" | "refusedQueries" | "refusedProjects"> };
  readonly usage: ReadUsage;
  /** Null means nothing writes the counts of this process. */
  readonly writer: Pick<UsageWriter, "whileIdle" | "unwrittenVersions" | "unwrittenRefused"> | null;
}

export class VersionTraffic {
  readonly #services: TrafficServices;

  constructor(services: TrafficServices) {
    this.#services = services;
  }

  /** @param now epoch ms. @throws unavailable */
  async ofPlatform(project: string, platform: string, now: number): Promise<PlatformTraffic> {
    const until = hourNumber(now) + 1;
    const from = until - hoursOfWeek;
    // Days cost a tenth of their hours: hours are read only for the last 24 and a part of the first day.
    const [firstDay, lastDay] = [Math.ceil(from / hoursOfDay), Math.ceil(until / hoursOfDay)];
    const spans = [
      // Requests are counted meanwhile: what is read first never has more of them.
      { grain: "hour", from: until - hoursOfDay, until, isDay: true, isWeek: false },
      { grain: "hour", from, until: firstDay * hoursOfDay, isDay: false, isWeek: true },
      { grain: "day", from: firstDay, until: lastDay, isDay: false, isWeek: true },
    ] as const;
    const sums = new Map<string, { day: number; week: number }>();
    await this.#whileIdle(async () => {
      for (const { grain, isDay, isWeek, ...span } of spans) {
        for (const { version, counts } of await this.#counted(grain, { project, platform, ...span })) {
          const sum = remembered(sums, version, () => ({ day: 0, week: 0 }));
          if (isDay) sum.day += sumOf(counts);
          if (isWeek) sum.week += sumOf(counts);
        }
      }
    });
    const { day, week } = sums.get("") ?? { day: 0, week: 0 };
    sums.delete("");
    const systems = this.#services.usage.systems(project, platform, now);
    const versions = Array.from(sums, ([version, sum]) => {
      const own = systems.get(version);
      return { version, ...sum, ...(own && { systems: own }) };
    });
    return { versions, other: { day, week } };
  }

  /** In the current hour and the one before. @param now epoch ms. @throws unavailable */
  async recent(project: string, platform: string, now: number): Promise<{ readonly forced: number; readonly all: number }> {
    const until = hourNumber(now) + 1;
    const sum = { forced: 0, all: 0 };
    await this.collect("hour", { project, platform, from: until - 2, until }, (counted) => {
      for (const { counts } of counted) {
        sum.forced += counts[2];
        sum.all += sumOf(counts);
      }
    });
    return sum;
  }

  /** Calls `add` with each row group in its own turn: a year of 300 versions is long. @throws unavailable, invalid */
  async collect(grain: "hour" | "day", span: VersionSpan, add: (counted: readonly TimedRequests[]) => void): Promise<void> {
    await this.#whileIdle(async () => {
      for (const part of partsOf(grain, span)) add(await this.#counted(grain, part));
    });
  }

  /** In the last 24 hours, by key. @param now epoch ms. @throws unavailable */
  async refusedQueries(project: string, now: number): Promise<RefusedQuerySum[]> {
    const { store } = this.#services;
    return this.#whileIdle(async () => {
      const stored = await store.usage.refusedQueries(project, hourNumber(now) - reportedHours + 1);
      return sumRefusedQueries([...stored, ...this.#unwrittenRefused().filter((each) => each.project === project)], now);
    });
  }

  /** Most refusals of 24 hours first, unwritten ones last. @param now epoch ms @throws unavailable */
  async refusedProjects(limit: number, now: number): Promise<string[]> {
    const from = hourNumber(now) - reportedHours + 1;
    return this.#whileIdle(async () => {
      const unwritten = this.#unwrittenRefused().flatMap(({ project, hour }) => (hour < from ? [] : project));
      const stored = await this.#services.store.usage.refusedProjects(from, limit);
      return [...new Set([...stored, ...unwritten])].slice(0, limit);
    });
  }

  #unwrittenRefused() {
    const { usage, writer } = this.#services;
    return [...(writer?.unwrittenRefused ?? []), ...usage.refusedQueries.untaken];
  }

  #whileIdle<T>(read: () => Promise<T>): Promise<T> {
    const { writer } = this.#services;
    return writer === null ? read() : writer.whileIdle(read);
  }

  async #counted(grain: "hour" | "day", span: VersionSpan): Promise<TimedRequests[]> {
    if (span.until <= span.from) return [];
    await nextTurn();
    const { store } = this.#services;
    const stored = await (grain === "hour" ? store.usage.versionHours(span) : store.usage.versionDays(span));
    return [...stored, ...this.#unwritten(grain, span)];
  }

  #unwritten(grain: "hour" | "day", { project, platform, from, until }: VersionSpan): TimedRequests[] {
    const { usage, writer } = this.#services;
    const unwritten = [...usage.untakenVersions(project, platform), ...(writer?.unwrittenVersions(project, platform) ?? [])];
    return unwritten
      .map(({ version, hour, counts }) => ({ version, at: grain === "hour" ? hour : Math.floor(hour / hoursOfDay), counts }))
      .filter(({ at }) => at >= from && at < until);
  }
}

/** Cut where the stored days or months end. */
function* partsOf(grain: "hour" | "day", { until, ...span }: VersionSpan): Generator<VersionSpan> {
  for (let from = span.from; from < until; ) {
    const end = Math.min(until, grain === "hour" ? from - (from % hoursOfDay) + hoursOfDay : firstOfNextMonth(from));
    yield { ...span, from, until: end };
    from = end;
  }
}

/** Days since 1970. */
function firstOfNextMonth(day: number): number {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / DAY;
}
