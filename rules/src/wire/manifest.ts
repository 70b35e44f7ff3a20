import { z } from "zod";
import { apiVersion, manifestSchema as manifestNoun, maxInstances, maxPlatforms, maxWindows } from "../changes/manifest.ts";
import { instanceIdForm, platformNameForm, slugForm } from "../values/text-forms.ts";
import { instanceFormSchema } from "./instance.ts";
import { policyFormSchema } from "./policy.ts";
import { windowFormSchema } from "./window.ts";
import type { Wire } from "./wire.ts";

const parts = {
  project: slugForm,
  platforms: z.record(platformNameForm, policyFormSchema).meta({ maxProperties: maxPlatforms }).optional(),
  instances: z.record(instanceIdForm, instanceFormSchema).meta({ maxProperties: maxInstances }).optional(),
  windows: z.record(slugForm, windowFormSchema).meta({ maxProperties: maxWindows }).optional(),
};

export const manifestSchema = z.strictObject({ ...manifestNoun.shape, ...parts }).meta({
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
