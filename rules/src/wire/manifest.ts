import { z } from "zod";
import { apiVersion, manifestSchema as manifestNoun, maxInstances, maxPlatforms, maxWindows } from "../changes/manifest.ts";
import { instanceIdForm, platformNameForm, slugForm } from "../values/text-forms.ts";
import { instanceFormSchema } from "./instance.ts";
import { platformFormSchema } from "./platform.ts";
import { record, type Wire } from "./values.ts";
import { windowFormSchema } from "./window.ts";

const parts = {
  apiVersion: z.literal(apiVersion).describe("Version of the manifest's format"),
  project: slugForm.meta({ description: "Id of the project", examples: ["acme-shop"] }),
  platforms: z
    .record(platformNameForm, platformFormSchema)
    .meta({ description: "Version policy and update link of each platform", maxProperties: maxPlatforms })
    .optional(),
  instances: z
    .record(instanceIdForm, instanceFormSchema)
    .meta({ description: "Instances of the service, by the id that apps send", maxProperties: maxInstances })
    .optional(),
  windows: z
    .record(slugForm, windowFormSchema)
    .meta({ description: "Maintenance windows by id", maxProperties: maxWindows })
    .optional(),
};

export const manifestSchema = record(
  "Manifest",
  {
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
  },
  { ...manifestNoun.shape, ...parts },
);
export type Manifest = Wire<typeof manifestSchema>;
