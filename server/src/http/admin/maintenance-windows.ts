import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { parseWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { z } from "zod";
import type { AdminRoute } from "./admin-route.ts";
import type { ManifestPartServices } from "./manifest-part.ts";
import { partRoutes } from "./manifest-part.ts";
import { windowFilter, windowQuery } from "./window-filter.ts";
import { localizedText } from "./wire-schema.ts";

export const windowFields = {
  platforms: z.array(z.string()).optional(),
  instances: z.array(z.string()).optional(),
  start: z.string().meta({ description: "Wall-clock time in `zone`", examples: ["2026-12-06T02:00"] }),
  zone: z
    .string()
    .optional()
    .meta({ description: "IANA; UTC unless said", examples: ["Europe/Rome"] }),
  duration: z
    .string()
    .optional()
    .meta({ examples: ["PT2H"] }),
  end: z.string().optional().meta({ description: "Wall-clock time in `zone`; or `duration`" }),
  reminder: z
    .string()
    .optional()
    .meta({ examples: ["PT12H"] }),
  overrun: z.enum(["end", "hold"]).optional(),
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
    .meta({ description: "Local dates of planned starts that are left out", examples: [["2026-12-27"]] }),
  message: localizedText.optional(),
};

/** Windows as they are planned. One that the manifest brought stays the manifest's when it is edited here. */
export function maintenanceWindowRoutes(workings: ManifestPartServices): AdminRoute[] {
  return partRoutes(workings, {
    kind: "window",
    plural: "windows",
    names: ["MaintenanceWindow", "MaintenanceWindows"],
    tag: "Maintenance windows",
    editedBy: "operator",
    root: "windows",
    fields: windowFields,
    answerFields: { origin: z.enum(["manifest", "api", "hand"]) },
    example: { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" },
    filter: { query: windowQuery, filterOf: windowFilter },
    parse: (form, path, id, problems, present) => {
      if (!isSlug(id)) problems.push({ path, message: `expected a window's id: ${slugRule}` });
      return parseWindow(form, path, present?.origin ?? "api", problems);
    },
    print: printWindow,
    more: ({ origin }) => ({ origin }),
  });
}
