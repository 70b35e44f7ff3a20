import { parsePlatform, printPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { type ManifestPartServices, partRoutes } from "../change/manifest-part.ts";
import type { AdminRoute } from "../request/admin-route.ts";

/** The version policy of each platform, with the link that a blocked app opens. */
export function versionPolicyRoutes(services: ManifestPartServices): AdminRoute[] {
  return partRoutes(services, {
    kind: "platform",
    plural: "policies",
    singular: "a policy",
    names: ["Policy", "Policies"],
    tag: "Version policies",
    editedBy: "editor",
    root: "platforms",
    example: { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] },
    parse: parsePlatform,
    print: printPlatform,
    more: () => ({}),
  });
}
