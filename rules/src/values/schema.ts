/** Members, types, reading, printing and documentation of a noun come from its one schema. */
import { z } from "zod";
import type { Frozen, Wire } from "../wire/values.ts";
import type { Problem, ProblemSink } from "./errors.ts";
import { joinPath, listed, readLine } from "./fields.ts";
import { lineForm } from "./text-forms.ts";

export type Value<S extends z.ZodType> = Frozen<z.output<S>>;

/** Reports every problem, and returns the valid part, or null. */
type Read<T> = (given: unknown, path: string, problems: ProblemSink) => T | null;

/** The reader gets undefined where the member is missing, and reports that. */
export function required<F extends z.ZodType, T>(form: F, read: Read<T>, print: (value: T) => z.input<F>) {
  return z.codec(documented(form), z.custom<T>(), { decode: (given, context) => decoded(given, context, read), encode: print });
}

/** The default `absent` is also that of older rows; if undefined, the reader decides. Null is not printed. */
export function optional<F extends z.ZodType, T, A>(
  form: F,
  absent: A,
  read: Read<T>,
  print: (value: Exclude<T | A, null | undefined>) => z.input<F> | undefined,
) {
  return z.codec(z.exactOptional(documented(form)), z.custom<T | Exclude<A, undefined>>(), {
    decode: (given, context) =>
      given === undefined && absent !== undefined ? (absent as Exclude<A, undefined>) : decoded<T>(given, context, read),
    encode: (value) => (value === null ? undefined : print(value as Exclude<T | A, null | undefined>)) as z.input<F>,
  });
}

/** Printed as it is. */
export function optionalText(form: z.ZodType<string, string>, read: Read<string>) {
  return optional(form, null, read, (text) => text);
}

/** @param max UTF-16 units */
export function optionalLine(max: number, meta: z.core.GlobalMeta) {
  return optionalText(lineForm(max).meta(meta), (given, path, problems) => readLine(given, path, problems, max));
}

/** Documents `form` and accepts anything: problems have the reader's words, not zod's. */
export function documented<F extends z.ZodType>(form: F): z.ZodType<z.input<F>, z.input<F>> {
  const known = documentations.get(form) ?? createDocumentation(form);
  documentations.set(form, known);
  forms.set(known, form);
  return known as z.ZodType<z.input<F>, z.input<F>>;
}

/** A schema is created with a document of the API: it would cost each start 10 ms. */
function createDocumentation(form: z.ZodType): z.ZodType {
  const id = form.meta()?.id;
  const documentation = z.any();
  // `meta` returns a copy, and zod fails to print a copy that has its own `toJSONSchema`.
  if (id !== undefined) z.globalRegistry.add(documentation, { id });
  documentation._zod.toJSONSchema = () => {
    const { $schema: _, "~standard": __, $ref: ___, $defs, ...json } = z.toJSONSchema(form, { io: "input" });
    // A form with an id is printed as a reference to itself.
    return id === undefined ? json : $defs?.[id];
  };
  return documentation;
}

/** One for each form: members with the same form share its name in a document of the API. */
const documentations = new WeakMap<z.ZodType, z.ZodType>();
const forms = new WeakMap<z.ZodType, z.ZodType>();

export function formOf(member: z.ZodType): { readonly form: z.ZodType; readonly isOptional: boolean } {
  const given = member instanceof z.ZodCodec ? member.def.in : member;
  const isOptional = given instanceof z.ZodExactOptional;
  const documentation = (isOptional ? given.unwrap() : given) as z.ZodType;
  return { form: forms.get(documentation) ?? documentation, isOptional };
}

function decoded<T>(given: unknown, context: z.core.ParsePayload, read: Read<T>): T {
  const problems: Problem[] = [];
  const value = read(given, "", problems);
  if (problems.length === 0) return value as T;
  // A member does not know where it is: `readValue` reads it again at its path.
  const note = (path: string, sink: ProblemSink) => read(given, path, sink);
  context.issues.push({ code: "custom", input: given, params: { note, right: value } });
  // Checks across members see undefined where a member is wrong.
  context.value = undefined;
  return z.NEVER;
}

/** @param keys in the order in which problems list them */
export function fields<S extends z.ZodRawShape>(
  shape: S,
  { keys = Object.keys(shape), joint, expected }: { keys?: readonly string[]; joint?: "or"; expected?: string } = {},
) {
  const known = listed(keys, joint);
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `unknown key; expected ${known}` : (expected ?? `expected a map with ${known}`),
  });
}

/** Unknown keys, then problems of members in order, each followed by checks `after` it. Null means a problem. */
export function readValue<S extends z.ZodObject>(
  schema: S,
  given: unknown,
  path: string,
  problems: ProblemSink,
): z.output<S> | null {
  const { data, error } = schema.safeParse(given);
  if (!error) return data as z.output<S>;
  const keys = Object.keys(schema.shape);
  const rank = ({ params, path: [key] }: Issue) => keys.indexOf(params?.after ?? String(key));
  for (const issue of (error.issues as Issue[]).toSorted((a, b) => rank(a) - rank(b))) {
    if (issue.keys) for (const key of issue.keys) problems.push({ path: joinPath(path, key), message: issue.message });
    const at = issue.path.reduce<string>((place, key) => joinPath(place, String(key)), path);
    if (issue.params?.note) issue.params.note(at, problems);
    else if (!issue.keys) problems.push({ path: at, message: issue.message });
  }
  return null;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly params?: {
    readonly note?: (path: string, problems: ProblemSink) => void;
    /** The valid part of the member. */
    readonly right?: unknown;
    readonly after?: string;
  };
}

/** Finds further problems. Every member is optional. */
export function readValidMembers<S extends z.ZodObject>(schema: S, given: Readonly<Record<string, unknown>>): z.output<S> {
  const members = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>);
  const read = members.map(([key, member]) => {
    const { data, error } = member.safeParse(given[key]);
    return [key, error ? ((error.issues[0] as Issue).params?.right ?? member.parse(undefined)) : data];
  });
  return Object.fromEntries(read) as z.output<S>;
}

/** Members in the order of the schema, without those at their default: `readValue` returns the value again. */
export function printValue<S extends z.ZodObject>(schema: S, value: Value<S>): Wire<S> {
  const shape = schema.shape as Readonly<Record<string, z.ZodCodec>>;
  const printed: Record<string, unknown> = {};
  for (const key in shape) {
    // `z.encode` costs six times as much, and manifests have 10 000 entries.
    const form = shape[key]?.def.reverseTransform((value as Readonly<Record<string, unknown>>)[key], nothing);
    if (form !== undefined) printed[key] = form;
  }
  return printed as Wire<S>;
}

const nothing: z.core.ParsePayload = { value: undefined, issues: [] };

/** Undefined means required. */
export function defaultMembers<S extends z.ZodObject>(schema: S): Partial<Value<S>> {
  const members = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>);
  return Object.fromEntries(members.map(([key, member]) => [key, member.safeParse(undefined).data])) as Partial<Value<S>>;
}

/** A map whose members may all be left out; without any of them, it is not printed. */
export function optionalFields<S extends z.ZodObject>(schema: S) {
  return optional(
    schema,
    defaultMembers(schema) as Value<S>,
    (value, path, problems) => {
      const given = value ?? {};
      return (readValue(schema, given, path, problems) ?? readValidMembers(schema, Object(given))) as Value<S>;
    },
    (members): z.input<S> | undefined => {
      const printed = printValue(schema, members as Value<S>);
      return Object.keys(printed).length > 0 ? (printed as z.input<S>) : undefined;
    },
  );
}
