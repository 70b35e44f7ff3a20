import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { parseWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { AdminRoute } from "./admin-route.ts";
import { type ManifestPartServices, partRoutes } from "./manifest-part.ts";
import { windowFilter } from "./window-filter.ts";

/** Windows as they are planned. One that the manifest brought stays the manifest's when it is edited here. */
export function maintenanceWindowRoutes(workings: ManifestPartServices): AdminRoute[] {
  return partRoutes(workings, {
    kind: "window",
    plural: "windows",
    names: ["MaintenanceWindow", "MaintenanceWindows"],
    tag: "Maintenance windows",
    editedBy: "operator",
    root: "windows",
    example: { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" },
    filter: windowFilter,
    parse: (form, path, id, problems, present) => {
      if (!isSlug(id)) problems.push({ path, message: `expected a window's id: ${slugRule}` });
      return parseWindow(form, path, present?.origin ?? "api", problems);
    },
    print: printWindow,
    more: ({ origin }) => ({ origin }),
  });
}
