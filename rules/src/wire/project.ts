import { z } from "zod";
import { projectSchema as projectNoun } from "../project/project.ts";
import { nameQuery, next, pageQuery } from "./page.ts";
import { patchOf } from "./patch.ts";
import { etag, record, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const projectFormSchema = record("ProjectForm", projectNoun.shape);
export const projectPatch = patchOf("ProjectPatch", projectNoun);

export const projectSchema = record("Project", { id: z.string(), ...projectNoun.shape, revision });
export type Project = Wire<typeof projectSchema>;

const projectListItem = record("ProjectListItem", "Revision and ETag are of the project as a whole", {
  id: z.string(),
  name: z.string(),
  revision,
  etag,
});
export type ProjectListItem = Wire<typeof projectListItem>;

export const projectListSchema = record("ProjectList", { projects: z.array(projectListItem), next });
export type ProjectList = Wire<typeof projectListSchema>;

export const projectListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
export type ProjectListQuery = Wire<typeof projectListQuery>;
