import { z } from "zod";
import { dayByHour, presentShare, refusedRequests } from "./adoption.ts";
import { listedOccurrence } from "./maintenance.ts";
import { actorNames, proposalSchema } from "./proposal.ts";
import { listedReadKey } from "./read-key.ts";
import { count, instant, record, text, textOrNull, type Wire } from "./values.ts";

const maxOverviewProjects = 50;

export const overviewQuery = z.strictObject({
  projects: z
    .array(z.string())
    .min(1)
    .max(maxOverviewProjects, { error: `expected at most ${maxOverviewProjects} projects` })
    .meta({
      description: "Ids. Projects that do not exist, and those in which the client has no role, are left out",
      examples: [["acme-shop"]],
    }),
});

const dueStep = record("DueStep", "A dated step from a day before its instant to a day after it", {
  at: instant,
  minimum: textOrNull.meta({ description: "Minimum from then on; null: unchanged", examples: ["2.5.0"] }),
  forced_24h: count.meta({ description: "Requests of the last 24 hours that must update from then on", examples: [40] }),
});

const platform = record("PlatformOverview", "A platform with requests or a policy", {
  platform: text("Id of the platform", "ios"),
  name: text("Name of the platform", "iOS"),
  present: presentShare,
  hours: dayByHour,
  forced_hours: z.array(count).meta({ description: "Those of `hours` that were told to update", examples: [Array(24).fill(1)] }),
  step: dueStep.nullable(),
});
export type PlatformOverview = Wire<typeof platform>;

const projectOverview = record("ProjectOverview", {
  id: text("Id of the project", "acme-shop"),
  active: z.array(listedOccurrence).describe("Active maintenance in order of start, at most 50"),
  next: listedOccurrence.nullable().describe("Next occurrence within 92 days"),
  platforms: z.array(platform).describe("Most requests first"),
  lock_out_limit_percent: z.int().meta({
    description: "Percent of a platform's requests that one change may newly force to update, also where the project sets none",
    examples: [20],
  }),
  proposals: z.array(proposalSchema).describe("Open and approved proposals that can be published, oldest first, at most 20"),
  names: actorNames,
  keys: z.array(listedReadKey).describe("Keys in use that expire within 30 days, without those for rehearsals"),
  refused: refusedRequests.describe("Refused requests of the last 24 hours, most first; at most 20 keys and reasons"),
});
export type ProjectOverview = Wire<typeof projectOverview>;

export const overviewSchema = record("Overview", {
  projects: z.array(projectOverview).describe("In the order of the query"),
});
export type Overview = Wire<typeof overviewSchema>;
