/** Prints operations, and collects parameters, bodies, answers and headers that several of them have. */
import type { z } from "zod";
import type {
  DocumentedAnswer,
  DocumentedBody,
  DocumentedContent,
  DocumentedHeaders,
  DocumentedOperation,
  DocumentedParameter,
} from "./documented-operation.ts";
import { type Part, SharedParts } from "./openapi-parts.ts";

export type Json = Readonly<Record<string, unknown>>;

/**
 * @param security names of the default schemes of an operation
 * @param schema prints a schema
 */
export function printOperations(
  operations: readonly DocumentedOperation[],
  security: readonly string[],
  schema: (schema: z.ZodType) => Json,
): { readonly paths: object; readonly shared: object } {
  const parts = new PartPrinter(schema);
  const printed = operations.map((operation) => ({
    operation,
    parameters: operation.parameters.map((each) => parts.parameter(each)),
    body: operation.body && parts.body(operation.body),
    answers: Object.entries(operation.answers).map(([status, answer]) => [status, parts.answer(answer)] as const),
  }));
  const parameters = new SharedParts(
    "parameters",
    printed.flatMap((each) => each.parameters),
  );
  const bodies = new SharedParts(
    "requestBodies",
    printed.flatMap(({ body }) => body ?? []),
  );
  const answers = new SharedParts(
    "responses",
    printed.flatMap((each) => each.answers.map(([, answer]) => answer)),
  );
  const paths = Map.groupBy(printed, ({ operation }) => operation.path);
  const printPath = (all: typeof printed): object => {
    const referred = all.map((each) => each.parameters.map((part) => parameters.refer(part)));
    const common = commonOf(referred);
    const methods = all.map(({ operation, body, answers: own }, index) => {
      const rest = (referred[index] ?? []).filter((each) => !common.has(JSON.stringify(each)));
      const { method, operationId, tag, summary, description, permission } = operation;
      const value = {
        operationId,
        tags: [tag],
        summary,
        ...(description === undefined ? {} : { description }),
        ...(permission === undefined ? {} : { "x-permission": permission }),
        ...(String(operation.security) === String(security) ? {} : { security: printSecurity(operation.security) }),
        ...(rest.length === 0 ? {} : { parameters: rest }),
        ...(body ? { requestBody: bodies.refer(body) } : {}),
        responses: Object.fromEntries(own.map(([status, answer]) => [status, answers.refer(answer)])),
      };
      return [method, value] as const;
    });
    const shared = [...common].map((text) => JSON.parse(text));
    return { ...(shared.length === 0 ? {} : { parameters: shared }), ...Object.fromEntries(methods) };
  };
  return {
    paths: Object.fromEntries([...paths].map(([path, all]) => [path, printPath(all)])),
    shared: {
      responses: answers.all,
      headers: parts.headers,
      parameters: parameters.all,
      requestBodies: bodies.all,
    },
  };
}

/** Parameters that all operations of a path share: they are printed beside the operations. */
function commonOf(all: readonly (readonly object[])[]): Set<string> {
  const [first = [], ...others] = all.map((parameters) => parameters.map((each) => JSON.stringify(each)));
  return new Set(others.length === 0 ? [] : first.filter((text) => others.every((texts) => texts.includes(text))));
}

/** Prints parts of operations. Headers are always shared. */
class PartPrinter {
  readonly headers: Record<string, object> = {};
  readonly #schema: (schema: z.ZodType) => Json;

  constructor(schema: (schema: z.ZodType) => Json) {
    this.#schema = schema;
  }

  parameter({ name, in: place, schema }: DocumentedParameter): Part {
    const { description, examples, ...rest } = this.#schema(schema);
    const list = rest.type === "array" ? { style: "form", explode: false } : {};
    const example = Array.isArray(examples) ? { example: examples[0] } : {};
    const required = schema.safeParse(undefined).success ? {} : { required: true };
    const id = pascal(name) + (place === "path" ? "Path" : "");
    return { id, value: { name, in: place, description, ...required, ...list, schema: rest, ...example } };
  }

  body({ required, content }: DocumentedBody): Part {
    return { id: idIn(content), value: { ...(required ? { required } : {}), content: this.#content(content) } };
  }

  answer({ id, description, headers = {}, content }: DocumentedAnswer): Part {
    const value = {
      description,
      ...(Object.keys(headers).length === 0 ? {} : { headers: this.#headersOf(headers) }),
      ...(content ? { content: this.#content(content) } : {}),
    };
    return { id: id ?? idIn(content), value };
  }

  /** @throws a defect: two different headers have one name */
  #headersOf(headers: DocumentedHeaders): object {
    const entries = Object.entries(headers).map(([name, { id, description, required }]) => {
      const printed = { description, ...(required ? { required } : {}), schema: { type: "string" } };
      this.headers[id] ??= printed;
      if (JSON.stringify(this.headers[id]) !== JSON.stringify(printed))
        throw new Error(`two headers of the document are named ${id}`);
      return [name, { $ref: `#/components/headers/${id}` }] as const;
    });
    return Object.fromEntries(entries);
  }

  /** An example that several types share is printed with the first. */
  #content(content: Readonly<Record<string, DocumentedContent>>): object {
    const shown = new Set<unknown>();
    const entries = Object.entries(content).map(([type, { schema, example }]) => {
      const printed = this.#schema(schema);
      const isShown = example === undefined || shown.has(example);
      shown.add(example);
      return [type, { schema: printed, ...(isShown ? {} : { example }) }] as const;
    });
    return Object.fromEntries(entries);
  }
}

/** Id of the schema of a body or an answer. */
function idIn(content: Readonly<Record<string, DocumentedContent>> = {}): string | undefined {
  return Object.values(content)[0]?.schema.meta()?.id;
}

export function printSecurity(names: readonly string[]): object[] {
  return names.map((name) => ({ [name]: [] }));
}

/** `not_found` → `NotFound` */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
