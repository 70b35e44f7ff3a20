/** Schemas with an id are shared; everything else stands where it is used. */

import { guardNames, printGuard } from "drawbridge-rules/describe/guard.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { printWarning } from "drawbridge-rules/describe/warning.ts";
import { withFullStops } from "drawbridge-rules/wire/full-stops.ts";
import type { Guard } from "drawbridge-rules/wire/guard.ts";
import { type ProblemCode, problemSchema, problems } from "drawbridge-rules/wire/problem.ts";
import type { Warning } from "drawbridge-rules/wire/warning.ts";
import { z } from "zod";
import { fixedType, problemType } from "../../base/http/problem.ts";
import { exampleOf } from "./openapi-example.ts";
import { problemExample } from "./openapi-texts.ts";

interface DocumentedHeader {
  readonly description: string;
  readonly required: boolean;
}

export type DocumentedHeaders = Readonly<Record<string, DocumentedHeader>>;

interface DocumentedContent {
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

export interface DocumentedAnswer {
  /** Answers that are the same share one description, under this name. */
  readonly name?: string;
  readonly description: string;
  readonly headers?: DocumentedHeaders;
  readonly content?: Readonly<Record<string, DocumentedContent>>;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  /** With its description and, as the first of `examples`, its example. */
  readonly schema: z.ZodType;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly permission?: string;
  /** Any of these schemes is enough; empty: the operation is public. */
  readonly security: readonly string[];
  readonly parameters: readonly DocumentedParameter[];
  readonly body?: { readonly required: boolean; readonly content: Readonly<Record<string, DocumentedContent>> } | undefined;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
}

export function header(description: string, required = true): DocumentedHeader {
  return { description, required };
}

export interface DocumentHead {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
  readonly security: readonly string[];
}

const retryIfUseful = header("Seconds to wait before the next try; absent where waiting does not help", false);

export function retryHeader(codes: readonly ProblemCode[]): DocumentedHeaders {
  if (codes.includes("unavailable")) return { "retry-after": retryIfUseful };
  return codes.some((code) => ["overloaded", "rate_limited"].includes(code))
    ? { "retry-after": header("Seconds to wait before the next try") }
    : {};
}

export function queryParameters({ shape }: z.ZodObject): DocumentedParameter[] {
  return Object.entries(shape).map(([name, schema]) => ({ name, in: "query", schema: schema as z.ZodType }));
}

export function problemAnswers(
  codes: Iterable<ProblemCode>,
  headersOf: (codes: readonly ProblemCode[]) => DocumentedHeaders,
  typeOf: (code: ProblemCode) => string = fixedType,
): Record<number, DocumentedAnswer> {
  const order = Object.keys(problems);
  const sorted = [...new Set(codes)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const byStatus = Map.groupBy(sorted, (code) => problems[code].status);
  const answers = [...byStatus].map(([status, own]) => {
    const description = own.map(codeWithTitle).join("; ");
    const first = own[0] ?? "internal_error";
    const name = own.join("_").replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [
      status,
      {
        name,
        description,
        headers: headersOf(own),
        content: { [problemType]: { schema: problemSchema, example: problemExample(first, typeOf(first)) } },
      },
    ] as const;
  });
  return Object.fromEntries(answers);
}

function codeWithTitle(code: ProblemCode): string {
  const { title } = problems[code];
  return title.toLowerCase() === code.replaceAll("_", " ") ? `\`${code}\`` : `\`${code}\`: ${title}`;
}

/** @param webhooks requests of the server, by their names as paths @param named schemas without an operation */
export function buildDocument(
  head: DocumentHead,
  operations: readonly DocumentedOperation[],
  webhooks: readonly DocumentedOperation[] = [],
  named: readonly z.ZodType[] = [],
): object {
  const print = printSchemas([...[...operations, ...webhooks].flatMap(schemasOf), ...named]);
  const printPaths = (all: readonly DocumentedOperation[]) =>
    Object.fromEntries(
      [...Map.groupBy(all, ({ path }) => path)].map(([path, own]) => [
        path,
        Object.fromEntries(own.map((operation) => [operation.method, printOperation(operation, head.security, print)])),
      ]),
    );
  const used = new Set(operations.map(({ tag }) => tag));
  const tags = Object.entries(head.tags).filter(([name]) => used.has(name));
  const { title, version, description } = head;
  const schemes = new Set(operations.flatMap(({ security }) => security));
  const document = {
    openapi: "3.1.1",
    info: {
      title,
      version,
      description,
      contact: { name: "The operator of this server" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: head.server, description: "This server" }],
    tags: tags.map(([name, text]) => ({ name, description: text })),
    security: printSecurity(head.security),
    paths: printPaths(operations),
    ...(webhooks.length === 0 ? {} : { webhooks: printPaths(webhooks) }),
    components: {
      securitySchemes: Object.fromEntries(Object.entries(head.securitySchemes).filter(([name]) => schemes.has(name))),
      schemas: print.shared,
      responses: print.answers.printed,
    },
  };
  return withFullStops(document);
}

class SharedAnswers {
  readonly printed: Record<string, Json> = {};
  readonly #names = new Map<string, string>();

  share(name: string, answer: Json): Json {
    const text = JSON.stringify(answer);
    const own = this.#names.get(text) ?? (name in this.printed ? `${name}${this.#names.size}` : name);
    this.#names.set(text, own);
    this.printed[own] = answer;
    return { $ref: `#/components/responses/${own}` };
  }
}

function schemasOf({ parameters, body, answers }: DocumentedOperation): z.ZodType[] {
  const contents = [body?.content ?? {}, ...Object.values(answers).map(({ content }) => content ?? {})];
  return [...parameters, ...contents.flatMap((content) => Object.values(content))].map(({ schema }) => schema);
}

/** Prints in one run: schemas with an id are printed once and referred to. */
function printSchemas(all: readonly z.ZodType[]): Printed {
  const distinct = [...new Set(all)];
  const names = new Map(distinct.map((schema, index) => [schema, `s${index}`]));
  const printed = z.toJSONSchema(z.object(Object.fromEntries(distinct.map((schema) => [names.get(schema), schema]))), {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.id;
      // zod leaves out the examples of a noun, whose members are read to other values.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples.map(withDetail);
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const { properties = {}, $defs = {} } = JSON.parse(JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/'));
  return { answers: new SharedAnswers(), shared: $defs, schema: (schema) => properties[names.get(schema) ?? ""] };
}

const exampleReader = { zone: "UTC", now: Date.UTC(2026, 10, 26), names: namesIn({}) };

function withDetail(example: unknown): unknown {
  if (typeof example !== "object" || example === null || !("code" in example && "path" in example) || "detail" in example)
    return example;
  const isGuard = String(example.code) in guardNames;
  return isGuard ? printGuard(example as Guard, exampleReader) : printWarning(example as Warning, exampleReader);
}

type Json = Readonly<Record<string, unknown>>;
interface Printed {
  readonly schema: (schema: z.ZodType) => Json;
  readonly shared: Readonly<Record<string, Json>>;
  readonly answers: SharedAnswers;
}

function printOperation(operation: DocumentedOperation, security: readonly string[], print: Printed): Json {
  const { operationId, tag, summary, description, permission, parameters, body, answers } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(permission === undefined ? {} : { "x-permission": permission }),
    ...(String(operation.security) === String(security) ? {} : { security: printSecurity(operation.security) }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map((each) => printParameter(each, print)) }),
    ...(body
      ? { requestBody: { ...(body.required ? { required: true } : {}), content: printContent(body.content, print) } }
      : {}),
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, printAnswer(answer, print)])),
  };
}

function printParameter({ name, in: place, schema }: DocumentedParameter, print: Printed): Json {
  const { description, examples, ...rest } = print.schema(schema);
  const list = rest.type === "array" ? { style: "form", explode: false } : {};
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  const required = schema.safeParse(undefined).success ? {} : { required: true };
  return { name, in: place, description, ...required, ...list, schema: rest, ...example };
}

function printAnswer({ name, description, headers = {}, content }: DocumentedAnswer, print: Printed): Json {
  const printed = Object.entries(headers).map(([header, { description: text, required }]) => [
    header,
    { description: text, ...(required ? { required } : {}), schema: { type: "string" } },
  ]);
  const answer = {
    description,
    ...(printed.length === 0 ? {} : { headers: Object.fromEntries(printed) }),
    ...(content ? { content: printContent(content, print) } : {}),
  };
  return name === undefined ? answer : print.answers.share(name, answer);
}

function printContent(content: Readonly<Record<string, DocumentedContent>>, print: Printed): Json {
  const entries = Object.entries(content).map(([type, { schema, example }]) => {
    const printed = print.schema(schema);
    return [type, { schema: printed, example: example ?? exampleOf(printed, print.shared) }];
  });
  return Object.fromEntries(entries);
}

function printSecurity(names: readonly string[]): object[] {
  return names.map((name) => ({ [name]: [] }));
}
