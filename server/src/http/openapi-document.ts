/** Builds an OpenAPI 3.1 document: schemas are printed from zod, and repeated schemas, answers, headers and parameters are shared. */
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { z } from "zod";
import {
  type DocumentedAnswer,
  type DocumentedContent,
  type DocumentedHeaders,
  type DocumentedOperation,
  type DocumentedParameter,
  header,
} from "./documented-operation.ts";
import { layerSchemas } from "./openapi-layers.ts";
import { type Json, pascal, printOperations, printSecurity } from "./openapi-operations.ts";
import { problemType } from "./problem.ts";

export interface DocumentHead {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Address without a path. */
  readonly server: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Names of the security schemes of an operation that has no others. */
  readonly security: readonly string[];
}

const retryAfter = header("RetryAfter", "Seconds to wait before the next try");
const retryIfUseful = header("RetryIfUseful", "Seconds to wait before the next try; absent where waiting does not help", false);

/** `retry-after`, if one of the codes asks to try again later. */
export function retryHeader(codes: readonly ProblemCode[]): DocumentedHeaders {
  if (codes.includes("unavailable")) return { "retry-after": retryIfUseful };
  return codes.some((code) => ["overloaded", "rate_limited"].includes(code)) ? { "retry-after": retryAfter } : {};
}

/** Parameters of a query, from the schema that reads it. */
export function queryParameters({ shape }: z.ZodObject): DocumentedParameter[] {
  return Object.entries(shape).map(([name, schema]) => ({ name, in: "query", schema: schema as z.ZodType }));
}

/** Codes that most operations have. Their answers are named by the status: a name counts as often as it is referred to. */
const usual: readonly ProblemCode[] = [
  "invalid",
  "internal_error",
  "unauthorized",
  "rate_limited",
  "forbidden",
  "unavailable",
  "not_found",
  "content_too_large",
  "unsupported_media_type",
  "conflict",
  "stale",
  "precondition_required",
  "bad_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "key_not_allowed",
];

/**
 * Answers for problems: one for each status, named by the status or the last of its codes.
 * @param kind prefix of the names: APIs send different headers with the same code
 */
export function problemAnswers(
  kind: string,
  codes: Iterable<ProblemCode>,
  headersOf: (codes: readonly ProblemCode[]) => DocumentedHeaders,
  content: (code: ProblemCode) => DocumentedContent,
): Record<number, DocumentedAnswer> {
  const order = Object.keys(problems);
  const sorted = [...new Set(codes)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const byStatus = Map.groupBy(sorted, (code) => problems[code].status);
  const answers = [...byStatus].map(([status, own]) => {
    const last = own.at(-1) ?? "internal_error";
    const id = `${kind}${usual.includes(last) ? status : pascal(last)}`;
    const description = own.map(codeWithTitle).join("; ");
    const first = own[0] ?? "internal_error";
    return [status, { id, description, headers: headersOf(own), content: { [problemType]: content(first) } }] as const;
  });
  return Object.fromEntries(answers);
}

/** A title that only repeats the code is left out: together they are 2 KB. */
function codeWithTitle(code: ProblemCode): string {
  const { title } = problems[code];
  return title.toLowerCase() === code.replaceAll("_", " ") ? `\`${code}\`` : `\`${code}\`: ${title}`;
}

/** @param named schemas that no operation refers to */
export function buildDocument(
  head: DocumentHead,
  operations: readonly DocumentedOperation[],
  named: readonly z.ZodType[] = [],
): object {
  const schemas = printSchemas([...operations.flatMap(schemasOf), ...named]);
  const asked = operations.flatMap(({ body }) =>
    body ? Object.values(body.content).map(({ schema }) => schemas.print(schema)) : [],
  );
  const { paths, shared } = printOperations(operations, head.security, schemas.print);
  const used = new Set(operations.map(({ tag }) => tag));
  const tags = Object.entries(head.tags).filter(([name]) => used.has(name));
  const { title, version, description } = head;
  const schemes = new Set(operations.flatMap(({ security }) => security));
  return {
    openapi: "3.1.1",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: head.server, description: "This server" }],
    tags: tags.map(([name, text]) => ({ name, description: text })),
    security: printSecurity(head.security),
    paths,
    components: {
      securitySchemes: Object.fromEntries(Object.entries(head.securitySchemes).filter(([name]) => schemes.has(name))),
      schemas: layerSchemas(schemas.shared, asked),
      ...shared,
    },
  };
}

function schemasOf({ parameters, body, answers }: DocumentedOperation): z.ZodType[] {
  const contents = [body?.content ?? {}, ...Object.values(answers).map(({ content }) => content ?? {})];
  return [...parameters, ...contents.flatMap((content) => Object.values(content))].map(({ schema }) => schema);
}

/** Prints every schema in one run, so that those with an id are printed once and referred to. */
function printSchemas(all: readonly z.ZodType[]): { print: (schema: z.ZodType) => Json; shared: Json } {
  const distinct = [...new Set(all)];
  const names = new Map(distinct.map((schema, index) => [schema, `s${index}`]));
  const printed = z.toJSONSchema(z.object(Object.fromEntries(distinct.map((schema) => [names.get(schema), schema]))), {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const { properties = {}, $defs = {} } = JSON.parse(JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/'));
  return { shared: $defs, print: (schema) => properties[names.get(schema) ?? ""] };
}
