import { z } from "zod";
import { nameQuery, next, pageQuery } from "./page.ts";
import { etag, localizedText, revision, storeLinks } from "./values.ts";
import type { Wire } from "./wire.ts";

export const projectFields = {
  name: z
    .string()
    .optional()
    .meta({ minLength: 1, examples: ["Acme Shop"] }),
  languages: z
    .array(z.string())
    .optional()
    .meta({ description: "BCP 47 tags; the first is the default", examples: [["en", "de"]] }),
  ttl: z
    .string()
    .optional()
    .meta({ description: "Time for which apps may keep an answer, at most PT1H", examples: ["PT30S"] }),
  reminder: z
    .string()
    .optional()
    .meta({ description: "Time before a window at which its reminder starts, at most P30D", examples: ["PT1H"] }),
  no_window: z.enum(["epoch", "null"]).nullable().optional().meta({
    description: "Times in `/maintenance` while nothing is planned: 1970, or null. In a merge patch write the text `null`",
  }),
  stores: storeLinks.optional(),
  messages: z
    .strictObject({
      upgrade: localizedText.optional().meta({ description: "Shown to apps that must update" }),
      maintenance: localizedText.optional().meta({ description: "Shown during maintenance" }),
      default: localizedText.optional().meta({ description: "Shown otherwise" }),
    })
    .meta({ id: "ProjectMessages" })
    .optional(),
};

export const projectFormSchema = z.strictObject(projectFields).meta({ id: "ProjectForm" });
export type ProjectForm = Wire<typeof projectFormSchema>;

export const projectSchema = z.strictObject({ id: z.string(), ...projectFields, revision }).meta({ id: "Project" });
export type Project = Wire<typeof projectSchema>;

const projectListItem = z
  .strictObject({ id: z.string(), name: z.string(), revision, etag })
  .meta({ id: "ProjectListItem", description: "Revision and ETag are of the project as a whole" });
export type ProjectListItem = Wire<typeof projectListItem>;

export const projectListSchema = z.strictObject({ projects: z.array(projectListItem), next }).meta({ id: "ProjectList" });
export type ProjectList = Wire<typeof projectListSchema>;

export const projectListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
export type ProjectListQuery = Wire<typeof projectListQuery>;
