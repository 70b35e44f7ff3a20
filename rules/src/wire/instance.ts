import { z } from "zod";
import { instanceSchema as instanceNoun } from "../project/instance.ts";
import { patchOf } from "./patch.ts";
import { etag, listOf, nameQuery, pageQuery, record, revision, text, type Wire } from "./values.ts";

export const instanceFormSchema = record(
  "InstanceForm",
  { examples: [{ name: "Acme Europe", reminder: "PT24H" }] },
  instanceNoun.shape,
);
export const instancePatch = patchOf("InstancePatch", instanceNoun, { reminder: null });

export const instanceSchema = record("Instance", {
  id: text("Id that apps send in `instanceId`", "eu-1"),
  ...instanceNoun.shape,
  revision,
  etag,
});
export type Instance = Wire<typeof instanceSchema>;

export const instanceListSchema = listOf("InstanceList", "instances", instanceSchema);
export type InstanceList = Wire<typeof instanceListSchema>;

export const instanceListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
