/** Builds an OpenAPI 3.1 document: schemas are printed from zod, and repeated schemas, answers, headers and parameters are shared. */
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { z } from "zod";
import { problemType } from "./problem.ts";

export interface DocumentedHeader {
  /** Name of the shared header. */
  readonly id: string;
  readonly description: string;
  readonly required: boolean;
}

export type DocumentedHeaders = Readonly<Record<string, DocumentedHeader>>;

export interface DocumentedContent {
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

export interface DocumentedAnswer {
  /** Name of the shared answer; absent: the answer belongs to one operation. */
  readonly id?: string;
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
  /** Role or right that the operation requires, for programs. */
  readonly permission?: string;
  /** Names of security schemes, any of which is enough; empty: the operation is public. */
  readonly security: readonly string[];
  readonly parameters: readonly DocumentedParameter[];
  readonly body?: { readonly required: boolean; readonly content: Readonly<Record<string, DocumentedContent>> } | undefined;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
}

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

type Json = Readonly<Record<string, unknown>>;

export function header(id: string, description: string, required = true): DocumentedHeader {
  return { id, description, required };
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

/**
 * Answers for problems: one for each status, named by the last of its codes.
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
    const id = kind + pascal(own.at(-1) ?? "");
    const description = own.map((code) => `\`${code}\`: ${problems[code].title}`).join("; ");
    const first = own[0] ?? "internal_error";
    return [status, { id, description, headers: headersOf(own), content: { [problemType]: content(first) } }] as const;
  });
  return Object.fromEntries(answers);
}

/** @param named schemas that no operation refers to */
export function buildDocument(
  head: DocumentHead,
  operations: readonly DocumentedOperation[],
  named: readonly z.ZodType[] = [],
): object {
  const schemas = printSchemas([...operations.flatMap(schemasOf), ...named]);
  const printer = new OperationPrinter(schemas.print, head.security, operations);
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: printer.print(operation) };
  }
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
      schemas: schemas.shared,
      ...printer.shared,
    },
  };
}

/** Prints an operation, and collects what several of them share. */
class OperationPrinter {
  readonly #schema: (schema: z.ZodType) => Json;
  /** Text of each parameter that several operations have, by its name in the document. */
  readonly #parameters: ReadonlyMap<string, string>;
  /** Names that an operation has unless it says otherwise. */
  readonly #security: string;
  readonly #responses: Record<string, object> = {};
  readonly #headers: Record<string, object> = {};

  constructor(schema: (schema: z.ZodType) => Json, security: readonly string[], operations: readonly DocumentedOperation[]) {
    this.#schema = schema;
    this.#security = String(security);
    const texts = operations.flatMap(({ parameters }) => parameters.map((each) => JSON.stringify(this.#parameter(each))));
    this.#parameters = frequent(texts);
  }

  get shared() {
    const parameters = [...this.#parameters].map(([text, name]) => [name, JSON.parse(text)] as const);
    return { responses: this.#responses, headers: this.#headers, parameters: Object.fromEntries(parameters) };
  }

  print({ operationId, tag, summary, description, permission, security, parameters, body, answers }: DocumentedOperation) {
    return {
      operationId,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      ...(permission === undefined ? {} : { "x-permission": permission }),
      ...(String(security) === this.#security ? {} : { security: printSecurity(security) }),
      ...(parameters.length === 0 ? {} : { parameters: parameters.map((each) => this.#sharedParameter(each)) }),
      ...(body ? { requestBody: { required: body.required, content: this.#content(body.content) } } : {}),
      responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, this.#answer(answer)])),
    };
  }

  #parameter({ name, in: place, schema }: DocumentedParameter): object {
    const { description, examples, ...rest } = this.#schema(schema);
    const list = rest.type === "array" ? { style: "form", explode: false } : {};
    const example = Array.isArray(examples) ? { example: examples[0] } : {};
    const required = schema.safeParse(undefined).success ? {} : { required: true };
    return { name, in: place, description, ...required, ...list, schema: rest, ...example };
  }

  #sharedParameter(parameter: DocumentedParameter): object {
    const printed = this.#parameter(parameter);
    const name = this.#parameters.get(JSON.stringify(printed));
    return name === undefined ? printed : { $ref: `#/components/parameters/${name}` };
  }

  #answer({ id, description, headers = {}, content }: DocumentedAnswer): object {
    const printed = {
      description,
      ...(Object.keys(headers).length === 0 ? {} : { headers: this.#headersOf(headers) }),
      ...(content ? { content: this.#content(content) } : {}),
    };
    return id === undefined ? printed : share(this.#responses, "responses", id, printed);
  }

  #headersOf(headers: DocumentedHeaders): object {
    const entries = Object.entries(headers).map(([name, { id, description, required }]) => {
      const printed = { description, ...(required ? { required } : {}), schema: { type: "string" } };
      return [name, share(this.#headers, "headers", id, printed)] as const;
    });
    return Object.fromEntries(entries);
  }

  #content(content: Readonly<Record<string, DocumentedContent>>): object {
    const entries = Object.entries(content).map(([type, { schema, example }]) => {
      const printed = this.#schema(schema);
      return [type, { schema: printed, ...(example === undefined ? {} : { example }) }] as const;
    });
    return Object.fromEntries(entries);
  }
}

function printSecurity(names: readonly string[]): object[] {
  return names.map((name) => ({ [name]: [] }));
}

/** @throws a defect: two different things have one name */
function share(all: Record<string, object>, kind: string, id: string, value: object): object {
  const present = all[id];
  if (present && JSON.stringify(present) !== JSON.stringify(value))
    throw new Error(`two ${kind} of the document are named ${id}`);
  all[id] = value;
  return { $ref: `#/components/${kind}/${id}` };
}

/** Texts of parameters that occur twice or more, with a name. Of two that would have the same name, the more frequent has it. */
function frequent(texts: readonly string[]): Map<string, string> {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => ({ text, count: all.length }));
  const names = new Map<string, string>();
  for (const { text, count } of counts.sort((a, b) => b.count - a.count)) {
    const { name, in: place } = JSON.parse(text) as DocumentedParameter;
    const id = pascal(name) + (place === "path" ? "Path" : "");
    if (count > 1 && ![...names.values()].includes(id)) names.set(text, id);
  }
  return names;
}

/** `not_found` → `NotFound` */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
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
  const shared = Object.fromEntries(Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))) as Json;
  return { shared, print: (schema) => properties[names.get(schema) ?? ""] };
}
