import { z } from "zod";
import { instanceSchema as instanceNoun } from "../project/instance.ts";
import { nameQuery, next, pageQuery } from "./page.ts";
import { etag, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const instanceFormSchema = z.strictObject(instanceNoun.shape).meta({ id: "InstanceForm" });

export const instanceSchema = z.strictObject({ id: z.string(), ...instanceNoun.shape, revision, etag }).meta({ id: "Instance" });
export type Instance = Wire<typeof instanceSchema>;

export const instanceListSchema = z.strictObject({ instances: z.array(instanceSchema), next }).meta({ id: "InstanceList" });
export type InstanceList = Wire<typeof instanceListSchema>;

export const instanceListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
