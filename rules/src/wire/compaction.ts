import { z } from "zod";
import { flag, optionalText, record, type Wire } from "./values.ts";

export const compactionSchema = record("Compaction", {
  dry_run: z.boolean().describe("Whether the request only counted"),
  compacted: z
    .int()
    .nullable()
    .meta({ description: "The history is complete after this revision; null: all of it is", examples: [1200] }),
  changes: z.int().meta({ description: "Number of superseded values that were deleted, or would be", examples: [5321] }),
  bytes: z.int().meta({ description: "Size of those values", examples: [1840233] }),
  freed: z.int().nullable().describe("Bytes returned to the disk; null: the store keeps the space and reuses it"),
  more: z.boolean().describe("Time ran out before everything was deleted; send the request again"),
});
export type Compaction = Wire<typeof compactionSchema>;

export const compactionQuery = z.strictObject({
  dry_run: flag.optional().describe("Count without deleting"),
  older_than: optionalText.meta({
    description: "Keeps values that were superseded later; 400d by default, at least 1d",
    pattern: "^(?:[1-9]\\d{0,4}d|P[1-9]\\d{0,4}D)$",
    examples: ["P400D"],
  }),
});
