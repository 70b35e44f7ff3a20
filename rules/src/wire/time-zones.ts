import { z } from "zod";
import { ZONE_FORM } from "../values/time-zones.ts";
import { text, type Wire } from "./values.ts";

const day = 86_400;
const offset = z
  .int()
  .min(-26 * 3_600)
  .max(26 * 3_600)
  .describe("Seconds ahead of UTC");

const yearlyChange = z.strictObject({
  month: z.int().min(0).max(12).describe("Month of the day, from 0 for January"),
  day: z.int().min(-6).max(366).describe("Day of that month; it can be outside of it"),
  weekday: z.int().min(0).max(6).nullable().describe("First such weekday on or after the day; null: the day itself"),
  time: z
    .int()
    .min(-60 * day)
    .max(60 * day)
    .describe("Seconds of UTC after the midnight before that day"),
  offset,
});

const zoneTable = z
  .strictObject({
    at: z
      .array(
        z
          .int()
          .min(-day * 400)
          .max(253_402_300_799),
      )
      .max(10_000)
      .describe("Epoch seconds of each change, ascending"),
    offsets: z.array(offset).max(10_001).describe("Seconds ahead of UTC: before the first change, then from each on"),
    yearly: z.array(yearlyChange).max(4).describe("Changes of every year after the last of `at`"),
  })
  .refine(
    ({ at, offsets }) =>
      offsets.length === at.length + 1 && at.every((each, index) => index === 0 || each > (at[index - 1] ?? 0)),
    { error: "expected times in order, with one more offset" },
  );

export const timeZonesSchema = z
  .strictObject({
    version: z
      .string()
      .max(20)
      .nullable()
      .meta({ description: "Release of the IANA database; null: unknown", examples: ["2026c"] }),
    zones: z
      .record(z.string().regex(ZONE_FORM), z.int().min(0))
      .meta({ description: "Index in `tables`, by the name of the zone", examples: [{ UTC: 0 }] }),
    tables: z
      .array(zoneTable)
      .max(5_000)
      .meta({ description: "Changes of the zones", examples: [[{ at: [], offsets: [0], yearly: [] }]] }),
  })
  .refine(({ zones, tables }) => Object.values(zones).every((index) => index < tables.length), {
    error: "expected a table for each zone",
  })
  .meta({ id: "TimeZones" });
export type TimeZones = Wire<typeof timeZonesSchema>;

export const timeZonesQuery = z.strictObject({
  zone: text("Only this zone; all of them by default", "Europe/Rome").optional(),
});
