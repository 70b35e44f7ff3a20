import { type Instance, parseInstance, printInstance } from "drawbridge-rules/project/instance.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { type ManifestPartServices, partRoutes } from "../change/manifest-part.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { hasName } from "../request/page.ts";

/**
 * Instances by id. Of an id that holds a slash or a backslash, or is a dot segment, proxies make different things: it has no
 * address here, and is edited in the manifest.
 */
export function instanceRoutes(services: ManifestPartServices): AdminRoute[] {
  return partRoutes(services, {
    kind: "instance",
    plural: "instances",
    singular: "an instance",
    names: ["Instance", "Instances"],
    tag: "Instances",
    editedBy: "editor",
    root: "instances",
    example: { name: "Acme Europe", reminder: "PT24H" },
    filter: instanceFilter,
    parse: parseInstance,
    print: printInstance,
    more: () => ({}),
  });
}

/** By id, or by a name in any of its languages. */
function instanceFilter({ instance }: ProjectState, { query }: { readonly query?: string | undefined }) {
  if (query === undefined) return undefined;
  const namesOf = (name: Instance["name"]) => (typeof name === "string" ? [name] : Object.values(name));
  return (id: string) => hasName(query, id, ...namesOf(instance.get(id)?.value.name ?? ""));
}
