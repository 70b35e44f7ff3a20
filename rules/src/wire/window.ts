import { z } from "zod";
import { windowSchema as windowNoun } from "../windows/maintenance-window.ts";
import { patchOf } from "./patch.ts";
import type { Wire } from "./values.ts";
import { allOf, etag, etagExample, listOf, notAll, oneOf, pageQuery, record, revision, ruled, text } from "./values.ts";

const origins = ["manifest", "api", "hand"] as const;
export const origin = z.enum(origins).meta({
  id: "Origin",
  description: "Where the window was created: in the manifest, through the API, or by starting maintenance",
});

const example = { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" };
const windowRule = {
  ...oneOf("duration", "end"),
  ...notAll("platforms", "instances"),
  anyOf: [notAll("except"), allOf("repeat")],
};
const formRule = ruled(
  "Either `duration` or `end`; at most one of `platforms` and `instances`; `except` with `repeat`",
  windowRule,
);

export const windowFormSchema = record("MaintenanceWindowForm", { examples: [example], ...formRule }, windowNoun.shape);
export const windowPatch = patchOf("MaintenanceWindowPatch", windowNoun, { duration: null, end: "2026-12-06T05:00" });

export const windowSchema = record(
  "MaintenanceWindow",
  { examples: [{ id: "db-upgrade", ...example, origin: "api", revision: 42, etag: etagExample }] },
  { id: text("Id of the window", "db-upgrade"), ...windowNoun.shape, origin, revision, etag },
);
export type MaintenanceWindow = Wire<typeof windowSchema>;

export const windowListSchema = listOf("MaintenanceWindowList", "windows", windowSchema);
export type WindowList = Wire<typeof windowListSchema>;

export const windowListQuery = z.strictObject({
  ...pageQuery,
  origin: z.enum(origins, { error: "expected manifest, api or hand" }).optional().describe("Only windows created this way"),
  instance: text("Only windows that cover this instance; windows on platforms cover none", "eu-1").optional(),
  platform: text("Only windows that cover this platform; windows on instances cover none", "ios").optional(),
  state: z
    .enum(["scheduled", "announced", "active", "ended"], { error: "expected scheduled, announced, active or ended" })
    .optional()
    .describe("State of the active occurrence, otherwise of the next one; `ended`: there are no more"),
});
export type WindowListQuery = Wire<typeof windowListQuery>;
