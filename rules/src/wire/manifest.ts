import { z } from "zod";
import { apiVersion, manifestSchema as manifestNoun } from "../changes/manifest.ts";
import { instanceFormSchema } from "./instance.ts";
import { policyFormSchema } from "./policy.ts";
import { windowFormSchema } from "./window.ts";
import type { Wire } from "./wire.ts";

const parts = {
  platforms: z.record(z.string(), policyFormSchema).optional(),
  instances: z.record(z.string(), instanceFormSchema).optional(),
  windows: z.record(z.string(), windowFormSchema).optional(),
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
