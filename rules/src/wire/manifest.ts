import { z } from "zod";
import { apiVersion } from "../changes/manifest.ts";
import { instanceFormSchema } from "./instance.ts";
import { policyFormSchema } from "./policy.ts";
import { projectFields } from "./project.ts";
import { windowFormSchema } from "./window.ts";
import type { Wire } from "./wire.ts";

export const manifestSchema = z
  .strictObject({
    apiVersion: z.literal(apiVersion),
    project: z.string().meta({ description: "Id of the project" }),
    ...projectFields,
    platforms: z.record(z.string(), policyFormSchema).optional(),
    instances: z.record(z.string(), instanceFormSchema).optional(),
    windows: z.record(z.string(), windowFormSchema).optional(),
  })
  .meta({
    id: "Manifest",
    description: "A project's configuration. Anything missing from the manifest is deleted when it is applied",
    examples: [
      {
        apiVersion,
        project: "acme-shop",
        name: "Acme Shop",
        languages: ["en", "de"],
        stores: { apple: "https://apps.apple.com/app/id123456789" },
        platforms: { ios: { minimum: "2.4.0" } },
        instances: { "eu-1": { name: "Acme Europe" } },
      },
    ],
  });
export type Manifest = Wire<typeof manifestSchema>;
