import { z } from "zod";
import { instanceSchema as instanceNoun } from "../project/instance.ts";
import { nameQuery, next, pageQuery } from "./page.ts";
import { patchOf } from "./patch.ts";
import { etag, record, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const instanceFormSchema = record("InstanceForm", instanceNoun.shape);
export const instancePatch = patchOf("InstancePatch", instanceNoun);

export const instanceSchema = record("Instance", { id: z.string(), ...instanceNoun.shape, revision, etag });
export type Instance = Wire<typeof instanceSchema>;

export const instanceListSchema = record("InstanceList", { instances: z.array(instanceSchema), next });
export type InstanceList = Wire<typeof instanceListSchema>;

export const instanceListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
