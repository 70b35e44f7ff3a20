import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { parseWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { windowFilter } from "../answer/window-filter.ts";
import { type ManifestPartServices, partRoutes } from "../change/manifest-part.ts";
import type { AdminRoute } from "../request/admin-route.ts";

/** Windows as they are planned. One that the manifest brought stays the manifest's when it is edited here. */
export function maintenanceWindowRoutes(services: ManifestPartServices): AdminRoute[] {
  return partRoutes(services, {
    kind: "window",
    plural: "windows",
    singular: "a window",
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
