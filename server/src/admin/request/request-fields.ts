import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { joinPath, listed, splitPath } from "drawbridge-rules/values/fields.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import { z } from "zod";
import { pointerTo } from "../../base/document/text-document.ts";
import type { RequestBody } from "./admin-route.ts";

export interface FieldsRead<Shape> {
  /** Without the fields that are wrong, so that the others can be looked at too. */
  readonly fields: Partial<Shape>;
  readonly problems: Problem[];
}

export function readFields<S extends z.ZodObject>(schema: S, value: unknown): FieldsRead<Wire<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { fields: parsed.data as Partial<Wire<S>>, problems: [] };
  const known = Object.keys(schema.shape);
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, known));
  if (typeof value !== "object" || value === null) return { fields: {}, problems };
  const wrong = new Set(problems.map(({ path }) => splitPath(path)[0]));
  const right = Object.entries(value).filter(([name]) => known.includes(name) && !wrong.has(name));
  const rest = schema.partial().safeParse(Object.fromEntries(right));
  return { fields: (rest.success ? rest.data : {}) as Partial<Wire<S>>, problems };
}

/** Without a body, reads an empty object. @throws invalid: the text is not JSON */
export function readBodyFields<S extends z.ZodObject>(schema: S, body: RequestBody | null): FieldsRead<Wire<S>> {
  if (body === null) return readFields(schema, {});
  const { text } = body;
  if (text.document === undefined) throwIfAny(text.problems, "the body");
  const { fields, problems } = readFields(schema, text.document);
  return { fields, problems: [...text.problems, ...problems] };
}

/** @throws invalid */
export function requireBodyFields<S extends z.ZodObject>(schema: S, body: RequestBody | null): Wire<S> {
  const { fields, problems } = readBodyFields(schema, body);
  refuseIfAny(problems, body, "the request");
  return fields as Wire<S>;
}

/** @throws invalid, with every problem and its line */
export function refuseIfAny(problems: readonly Problem[], body: RequestBody | null, what: string): void {
  throwIfAny(problems, what, (listed) => body?.text.locate(listed) ?? listed.map(inNothing));
}

/** Refuses unknown names: `dry-run` must not be a change. @throws invalid */
export function readQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): Wire<S> {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const all = query.getAll(name);
    const type = Object.hasOwn(schema.shape, name) ? typeIn(schema.shape[name] as z.ZodType) : "string";
    // A list may come in one text or one by one.
    if (all.length > 1 && type !== "array") problems.push({ path: name, message: "expected only once" });
    values[name] = type === "array" ? namesIn(all.join(",")) : valueIn(all[0] ?? "", type);
  }
  const read = readFields(schema, values);
  throwIfAny(
    [...problems, ...read.problems].map((problem) => ({ ...problem, parameter: splitPath(problem.path)[0] ?? "" })),
    "the query",
  );
  return read.fields as Wire<S>;
}

function typeIn(schema: z.ZodType): string {
  return schema instanceof z.ZodOptional ? typeIn(schema.unwrap() as z.ZodType) : schema.def.type;
}

/** Text that is not a value of the type stays text: the schema refuses it. */
function valueIn(text: string, type: string): unknown {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (type === "number" && /^[0-9]{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  return text;
}

/** `a,b`. An empty name stays, and is refused as a name that does not exist. */
function namesIn(list: string): string[] {
  return [...new Set(list.split(",").map((name) => name.trim()))];
}

/** In an omitted optional body, missing members still have a path. */
function inNothing(problem: Problem): Problem {
  const isElsewhere = problem.parameter !== undefined || problem.header !== undefined || problem.finding !== undefined;
  return isElsewhere ? problem : { ...problem, pointer: pointerTo(splitPath(problem.path).slice(0, 1)) };
}

function problemsOf(issue: z.core.$ZodIssue, known: readonly string[]): Problem[] {
  const path = issue.path.map(String).reduce(joinPath, "");
  if (issue.code === "invalid_type" && path === "") return [{ path, message: "expected an object" }];
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  const message = known.length === 0 ? "unknown; expected nothing" : `unknown; expected ${listed(known)}`;
  return issue.keys.map((key) => ({ path: joinPath(path, key), message }));
}
