import { findWindow, statusesAround, type WindowWithOverrides } from "drawbridge-rules/occurrence/window-occurrences.ts";
import { type Instance, parseInstance, printInstance } from "drawbridge-rules/project/instance.ts";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { parsePlatform, printPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { type MaintenanceWindow, parseWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { WindowListQuery } from "drawbridge-rules/wire/window.ts";
import type { AdminServices } from "../admin-services.ts";
import { forcedBy } from "../answer/marks-wire.ts";
import { partRoutes } from "../change/manifest-part.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { hasName } from "../request/page.ts";

export function projectPartRoutes(services: AdminServices): AdminRoute[] {
  return [
    ...partRoutes(services, {
      kind: "platform",
      plural: "platforms",
      singular: "a platform",
      names: ["Platform", "Platforms"],
      tag: "Version policies",
      editedBy: "editor",
      parse: parsePlatform,
      print: printPlatform,
      more: async (state, ids) => {
        const rules = await forcedBy(services, state, ids);
        return (id) => ({ forced_by: rules(id) });
      },
    }),
    // Proxies rewrite ids with `/`, `\` or dot segments: such instances are edited in the manifest.
    ...partRoutes(services, {
      kind: "instance",
      plural: "instances",
      singular: "an instance",
      names: ["Instance", "Instances"],
      tag: "Instances",
      editedBy: "editor",
      filter: instanceFilter,
      parse: parseInstance,
      print: printInstance,
      more: () => () => ({}),
    }),
    // A window of the manifest stays the manifest's when it is edited here.
    ...partRoutes(services, {
      kind: "window",
      plural: "windows",
      singular: "a window",
      names: ["MaintenanceWindow", "MaintenanceWindows"],
      tag: "Maintenance windows",
      editedBy: "operator",
      filter: windowFilter,
      parse: (form, path, id, problems, present) => {
        if (!isSlug(id)) problems.push({ path, message: `expected a window's id: ${slugRule}` });
        return parseWindow(form, path, present?.origin ?? "api", problems);
      },
      print: printWindow,
      more:
        () =>
        (_, { origin }) => ({ origin }),
    }),
  ];
}

function instanceFilter({ instance }: ProjectState, { query }: { readonly query?: string | undefined }) {
  if (query === undefined) return undefined;
  const namesOf = (name: Instance["name"]) => (typeof name === "string" ? [name] : Object.values(name));
  return (id: string) => hasName(query, id, ...namesOf(instance.get(id)?.value.name ?? ""));
}

function windowFilter(state: ProjectState, query: WindowListQuery, now: number): ((id: string) => boolean) | undefined {
  const { origin, instance, platform, state: wanted } = query;
  if ([origin, instance, platform, wanted].every((value) => value === undefined)) return undefined;
  return (id) => {
    const window = state.window.get(id)?.value;
    if (!window || !isCovered(window, query)) return false;
    return query.state === undefined || stateOf(findWindow(state, id), now) === query.state;
  };
}

function isCovered({ origin, instances, platforms }: MaintenanceWindow, query: WindowListQuery): boolean {
  if (query.origin !== undefined && origin !== query.origin) return false;
  if (query.instance !== undefined && !(instances?.includes(query.instance) ?? platforms === null)) return false;
  return query.platform === undefined || (platforms?.includes(query.platform) ?? instances === null);
}

/** A window whose remaining occurrences are all canceled has ended. */
function stateOf(held: WindowWithOverrides, now: number): WindowListQuery["state"] {
  const statuses = statusesAround(held, now);
  const found = (["active", "announced", "scheduled"] as const).find((state) => statuses.some((one) => one.state === state));
  return found ?? "ended";
}
