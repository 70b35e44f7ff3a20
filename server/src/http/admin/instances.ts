import { z } from "@hono/zod-openapi";
import { parseInstance, printInstance } from "../../domain/instance.ts";
import type { AdminRoute, Workings } from "./admin-route.ts";
import { partRoutes } from "./manifest-part.ts";
import { localizedText } from "./wire-schema.ts";

export const instanceFields = {
  name: z.union([z.string(), localizedText]).openapi({ example: "Acme Europe" }),
  reminder: z.string().optional().openapi({ example: "PT24H" }),
};

/**
 * Instances by id. Of an id that holds a slash or a backslash, or is a dot segment, proxies make different things: it has no
 * address here, and is edited in the manifest.
 */
export function instanceRoutes(workings: Workings): AdminRoute[] {
  return partRoutes(workings, {
    kind: "instance",
    plural: "instances",
    names: ["Instance", "Instances"],
    tag: "Instances",
    editedBy: "editor",
    root: "instances",
    fields: instanceFields,
    example: { name: "Acme Europe", reminder: "PT24H" },
    isPatchable: false,
    parse: (form, path, id, problems) => parseInstance(form, path, id, problems),
    print: printInstance,
  });
}
