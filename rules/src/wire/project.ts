import { z } from "zod";
import { projectSchema as projectNoun } from "../project/project.ts";
import { patchOf } from "./patch.ts";
import { etag, listOf, nameQuery, pageQuery, record, revision, text, type Wire } from "./values.ts";

const example = { name: "Acme Shop", languages: ["en", "de"], ttl: "PT30S" };
export const projectFormSchema = record("ProjectForm", { examples: [example] }, projectNoun.shape);
export const projectPatch = patchOf("ProjectPatch", projectNoun, { ttl: "PT1M", messages: { maintenance: null } });

const projectId = text("Id of the project", "acme-shop");
export const projectSchema = record(
  "Project",
  { examples: [{ id: "acme-shop", ...example, revision: 42 }] },
  { id: projectId, ...projectNoun.shape, revision },
);
export type Project = Wire<typeof projectSchema>;

const projectListItem = record("ProjectListItem", "Revision and ETag are of the project as a whole", {
  id: projectId,
  name: text("Name of the project", "Acme Shop"),
  revision,
  etag,
});
export type ProjectListItem = Wire<typeof projectListItem>;

export const projectListSchema = listOf("ProjectList", "projects", projectListItem);
export type ProjectList = Wire<typeof projectListSchema>;

export const projectListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
