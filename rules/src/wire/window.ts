import { z } from "zod";
import { next, pageQuery } from "./page.ts";
import { etag, localizedText, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const windowFields = {
  platforms: z.array(z.string()).optional().meta({ description: "Only these platforms, or only these `instances`" }),
  instances: z.array(z.string()).optional(),
  start: z.string().meta({ description: "Wall-clock time in `zone`", examples: ["2026-12-06T02:00"] }),
  zone: z
    .string()
    .optional()
    .meta({ description: "IANA time zone; UTC by default", examples: ["Europe/Rome"] }),
  duration: z
    .string()
    .optional()
    .meta({ description: "Either this or `end`", examples: ["PT2H"] }),
  end: z.string().optional().meta({ description: "Wall-clock time in `zone`" }),
  reminder: z
    .string()
    .optional()
    .meta({ description: "Time before the start at which the reminder starts", examples: ["PT12H"] }),
  overrun: z
    .enum(["end", "hold"])
    .optional()
    .meta({ description: "`hold`: maintenance goes on after the end until it is completed" }),
  repeat: z
    .string()
    .optional()
    .meta({
      description: "RFC 5545 RRULE, DAILY or slower; UNTIL as wall-clock time, without Z",
      examples: ["FREQ=WEEKLY;BYDAY=SU"],
    }),
  except: z
    .array(z.string())
    .optional()
    .meta({ description: "Local dates of planned starts to leave out", examples: [["2026-12-27"]] }),
  message: localizedText.optional(),
};

const origins = ["manifest", "api", "hand"] as const;
export const origin = z.enum(origins).meta({
  id: "Origin",
  description: "Where the window was created: in the manifest, through the API, or by starting maintenance",
});

export const windowFormSchema = z.strictObject(windowFields).meta({ id: "MaintenanceWindowForm" });
export type WindowForm = Wire<typeof windowFormSchema>;

export const windowSchema = z
  .strictObject({ id: z.string(), ...windowFields, origin, revision, etag })
  .meta({ id: "MaintenanceWindow" });
export type MaintenanceWindow = Wire<typeof windowSchema>;

export const windowListSchema = z.strictObject({ windows: z.array(windowSchema), next }).meta({ id: "MaintenanceWindowList" });
export type WindowList = Wire<typeof windowListSchema>;

export const windowListQuery = z.strictObject({
  ...pageQuery,
  origin: z
    .enum(origins, { error: "expected manifest, api or hand" })
    .optional()
    .meta({ description: "Only windows created this way" }),
  instance: z
    .string()
    .optional()
    .meta({ description: "Only windows that cover this instance; windows on platforms cover none", examples: ["eu-1"] }),
  platform: z
    .string()
    .optional()
    .meta({ description: "Only windows that cover this platform; windows on instances cover none", examples: ["ios"] }),
  state: z
    .enum(["in_force", "upcoming", "over"], { error: "expected in_force, upcoming or over" })
    .optional()
    .meta({ description: "`in_force`: an occurrence is active; `upcoming`: the next one is planned; `over`: there are no more" }),
});
export type WindowListQuery = Wire<typeof windowListQuery>;
