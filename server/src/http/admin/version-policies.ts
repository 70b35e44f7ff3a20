import { parsePlatform, printPlatform } from "drawbridge-rules/versions/platform-schema.ts";

import type { AdminRoute } from "./admin-route.ts";
import { type ManifestPartServices, partRoutes } from "./manifest-part.ts";

/** The version policy of each platform, with the link that a blocked app opens. */
export function versionPolicyRoutes(workings: ManifestPartServices): AdminRoute[] {
  return partRoutes(workings, {
    kind: "platform",
    plural: "policies",
    names: ["Policy", "Policies"],
    tag: "Version policies",
    editedBy: "editor",
    root: "platforms",
    example: { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] },
    parse: parsePlatform,
    print: printPlatform,
  });
}
