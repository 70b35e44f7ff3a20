import { z } from "zod";
import { nameQuery, next, pageQuery } from "./page.ts";
import { etag, localizedText, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const instanceFields = {
  name: z
    .union([z.string(), localizedText])
    .meta({ description: "One name, or one for each language", examples: ["Acme Europe"] }),
  reminder: z
    .string()
    .optional()
    .meta({ description: "Time before a window at which its reminder starts", examples: ["PT24H"] }),
};

export const instanceFormSchema = z.strictObject(instanceFields).meta({ id: "InstanceForm" });
export type InstanceForm = Wire<typeof instanceFormSchema>;

export const instanceSchema = z.strictObject({ id: z.string(), ...instanceFields, revision, etag }).meta({ id: "Instance" });
export type Instance = Wire<typeof instanceSchema>;

export const instanceListSchema = z.strictObject({ instances: z.array(instanceSchema), next }).meta({ id: "InstanceList" });
export type InstanceList = Wire<typeof instanceListSchema>;

export const instanceListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
export type InstanceListQuery = Wire<typeof instanceListQuery>;
