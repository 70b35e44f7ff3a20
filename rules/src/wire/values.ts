/** Shared schemas: snake_case names, ISO 8601 durations, strict objects. */
import { z } from "zod";
import { guardCodes } from "../changes/guard-code.ts";
import { hiddenProblem } from "../values/hidden-character.ts";
import { instantAheadRule } from "../values/instant.ts";
import { instantAheadPattern, linePattern, visiblePattern } from "../values/text-forms.ts";

export function record<S extends z.ZodRawShape>(id: string, ...rest: [S] | [description: string | z.core.GlobalMeta, S]) {
  const [first, shape] = rest.length === 1 ? [{}, rest[0]] : rest;
  const details = typeof first === "string" ? { description: first } : first;
  return z.strictObject(shape as S).meta({ id, ...details });
}

export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** `oneOf` would cost generated clients the types of the members. */
export function ruled(description: string, rule: object): z.core.GlobalMeta {
  return { description, if: rule, else: { not: {} } };
}

/** Linters ask for each required member among the properties. */
export const allOf = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  required: names,
});
export const oneOf = (...names: readonly string[]) => ({ oneOf: names.map((name) => allOf(name)) });
export const without = (...names: readonly string[]) => ({ not: { anyOf: names.map((name) => allOf(name)) } });
export const notAll = (...names: readonly string[]) => ({ not: allOf(...names) });

export const textOrNull = z.string().nullable();
export const optionalText = z.string().optional();
export const count = z.int().min(0);

export const instant = z.string().meta({
  id: "Instant",
  description: "RFC 3339 with an offset; answers have milliseconds and `+00:00`",
  format: "date-time",
  examples: ["2026-12-06T01:00:00.000+00:00"],
});
export const instantAhead = z.string({ error: `expected ${instantAheadRule}` }).meta({
  id: "InstantAhead",
  description: "RFC 3339 with an offset, or a duration from now such as `7d`, `1h30m` or `P7D`",
  pattern: instantAheadPattern,
});
export const guardCode = z.enum(guardCodes).meta({ id: "GuardCode", description: "Name of a guard" });

const revisionRule = "expected a revision: a whole number";
export const revision = z
  .int({ error: revisionRule })
  .min(0, { error: revisionRule })
  .meta({ id: "Revision", description: "Number of the commit that last changed it", examples: [42] });
export const etagExample = '"8f2c0e1b6a7d4c35.42"';
export const etag = z
  .string({ error: "expected the ETag of an answer" })
  .meta({ id: "ETag", description: '`"<epoch>.<revision>"`', examples: [etagExample] });

export type LocalizedText = Readonly<Record<string, string>>;

export interface StoreLinks {
  readonly android?: string;
  readonly apple?: string;
}

export const changed = z
  .boolean()
  .meta({ id: "IsChanged", description: "False: nothing was written, because nothing would change" });

export const noFields = z.strictObject({}, { error: "expected an object" }).meta({ id: "NoFields" });

export function wholeNumber(min: number, max: number, what: string) {
  const error = `expected ${what}: a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const flag = z.boolean({ error: "expected true or false" });

const longestReason = 500;
export const reason = z
  .string({ error: "expected a reason" })
  .refine((text) => text.length <= longestReason && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), {
    error: `expected at most ${longestReason} characters on one line, without control characters`,
    abort: true,
  })
  .refine((text) => hiddenProblem(text) === null, { error: ({ input }) => hiddenProblem(String(input)) })
  .meta({
    description: "Recorded in the history",
    pattern: linePattern,
    maxLength: longestReason,
    examples: ["release 2.4 is in both stores"],
  });

export const verbQuery = z.strictObject({ reason: reason.optional() });

export const givenReason = reason
  .refine((text) => text.trim() !== "", { error: "expected a reason" })
  .meta({ ...reason.meta(), pattern: visiblePattern, examples: ["the app moved to another project"] });

export const reasonedQuery = z.strictObject({ reason: givenReason });

/** Deeply readonly. Optional members are never undefined. */
export type Wire<Schema extends z.ZodType> = Frozen<z.input<Schema>>;

export type Frozen<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<Exclude<T[Key], undefined>> }
      : T;

export const defaultPageSize = 100;
const longestPage = 1_000;

export const pageLimit = (longest: number, usual: number) =>
  wholeNumber(1, longest, "how many")
    .optional()
    .meta({ description: `Maximum number of entries; ${usual} by default`, examples: [20] });

const part = "(?:n-?\\d{1,16}|t[A-Za-z0-9_-]*)";
/** The documents of the API refuse exactly the cursors that the server refuses. */
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
