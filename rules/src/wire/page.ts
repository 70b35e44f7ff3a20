import { z } from "zod";
import type { Wire } from "./values.ts";
import { record, textOrNull, wholeNumber } from "./values.ts";

export const defaultPageSize = 100;
const longestPage = 1_000;

export const pageLimit = (longest: number, usual: number) =>
  wholeNumber(1, longest, "how many")
    .optional()
    .meta({ description: `Maximum number of entries; ${usual} by default`, examples: [20] });

const part = "(?:n-?\\d{1,16}|t[A-Za-z0-9_-]*)";
/** The form of cursors: the documents of the API refuse exactly what the server refuses. */
const cursorForm = new RegExp(`^${part}(?:~${part})*$`);

export const pageQuery = {
  limit: pageLimit(longestPage, defaultPageSize),
  after: z
    .string()
    .regex(cursorForm, "expected `next` of an earlier page")
    .optional()
    .meta({ description: "`next` of the previous page", examples: ["tYWNtZS1zaG9w"] }),
};
export const pageQuerySchema = z.strictObject(pageQuery);
export type PageQuery = Wire<typeof pageQuerySchema>;

export const next = textOrNull.meta({
  id: "Next",
  description: "Value of `after` for the next page; null: this is the last",
});
/** One page of a list. @param name of its member with the entries */
export function listOf<K extends string, S extends z.ZodType>(id: string, name: K, entry: S) {
  const entries = { [name]: z.array(entry).describe("One page") } as { [Name in K]: z.ZodArray<S> };
  return record(id, { ...entries, next });
}

export interface Page {
  readonly next: string | null;
}

export const nameQuery = z
  .string()
  .max(100, { error: "expected at most 100 characters" })
  .optional()
  .meta({
    description: "Only entries whose name or id contains this text, in upper or lower case",
    pattern: "^[^\\u0000]*$",
    examples: ["acme"],
  });
