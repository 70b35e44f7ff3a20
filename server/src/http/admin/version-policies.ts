import { parsePlatform, printPlatform } from "drawbridge-rules/versions/platform.ts";
import { z } from "zod";
import type { AdminRoute } from "./admin-route.ts";
import type { ManifestPartServices } from "./manifest-part.ts";
import { partRoutes } from "./manifest-part.ts";
import { storeLinks } from "./wire-schema.ts";

export const policyFields = {
  minimum: z
    .string()
    .optional()
    .meta({ examples: ["2.4.0"] }),
  recommended: z
    .string()
    .optional()
    .meta({ examples: ["2.6.0"] }),
  blocked: z
    .array(z.string())
    .optional()
    .meta({ examples: [["2.5.0", ">=2.5.3 <2.5.5"]] }),
  exempt: z
    .array(z.string())
    .optional()
    .meta({ examples: [["3.0.0-beta.2"]] }),
  store: z.enum(["android", "apple", "none"]).optional(),
  stores: storeLinks.optional(),
};

/** The version policy of each platform, with the link that a blocked app opens. */
export function versionPolicyRoutes(workings: ManifestPartServices): AdminRoute[] {
  return partRoutes(workings, {
    kind: "platform",
    plural: "policies",
    names: ["Policy", "Policies"],
    tag: "Version policies",
    editedBy: "editor",
    root: "platforms",
    fields: policyFields,
    example: { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] },
    patchedBy: "patchPolicy",
    parse: (form, path, id, problems) => parsePlatform(form, path, id, problems),
    print: printPlatform,
  });
}
