import { z } from "zod";
import { projectSchema as projectNoun } from "../project/project.ts";
import { nameQuery, next, pageQuery } from "./page.ts";
import { etag, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const projectFormSchema = z.strictObject(projectNoun.shape).meta({ id: "ProjectForm" });

export const projectSchema = z.strictObject({ id: z.string(), ...projectNoun.shape, revision }).meta({ id: "Project" });
export type Project = Wire<typeof projectSchema>;

const projectListItem = z.strictObject({ id: z.string(), name: z.string(), revision, etag }).meta({
  id: "ProjectListItem",
  description: "Revision and ETag are of the project as a whole",
});
export type ProjectListItem = Wire<typeof projectListItem>;

export const projectListSchema = z.strictObject({ projects: z.array(projectListItem), next }).meta({ id: "ProjectList" });
export type ProjectList = Wire<typeof projectListSchema>;

export const projectListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
export type ProjectListQuery = Wire<typeof projectListQuery>;
