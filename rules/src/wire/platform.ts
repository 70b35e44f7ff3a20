import { z } from "zod";
import { forcingRules } from "../project/mark.ts";
import { platformSchema as platformNoun } from "../versions/platform-schema.ts";
import { patchOf } from "./patch.ts";
import { commitItem } from "./problem.ts";
import { etag, etagExample, instant, listOf, record, revision, text, type Wire } from "./values.ts";

const example = { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] };
export const forcedExample = {
  rule: "minimum",
  versions: "2.4.0",
  since: "2026-11-12T09:00:00.000+00:00",
  revision: 41,
  at: "2026-11-12T09:00:00.000+00:00",
  actor: "u_h8r2mt6wqx",
  actor_name: "Ada",
  reason: "loses orders",
} as const;
export const forcingRule = record("ForcingRule", "A rule that forces an update, with the commit that introduced it", {
  rule: z.enum(forcingRules).describe("`step`: the minimum of the dated step"),
  versions: text("The minimum, or the blocked entry", "2.4.0"),
  since: instant.describe("When it began to force, or will: the time of the commit, or of the step"),
  ...commitItem.shape,
});
export type ForcingRule = Wire<typeof forcingRule>;

export const platformFormSchema = record("PlatformForm", { examples: [example] }, platformNoun.shape);
export const platformPatch = patchOf("PlatformPatch", platformNoun, { minimum: "2.4.0", step: null });

export const platformSchema = record(
  "Platform",
  { examples: [{ id: "ios", ...example, forced_by: [forcedExample], revision: 42, etag: etagExample }] },
  {
    id: text("Name of the platform", "ios"),
    ...platformNoun.shape,
    forced_by: z.array(forcingRule).describe("Empty: no version has to update"),
    revision,
    etag,
  },
);
export type Platform = Wire<typeof platformSchema>;

export const platformListSchema = listOf("PlatformList", "platforms", platformSchema);
