/** Checks an answer against the OpenAPI document: status, headers, type and body. */
import assert from "node:assert/strict";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface SeenAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly $ref?: string;
}

export interface OpenApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedResponse>> }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
}

const ofHttp = ["content-type", "content-length", "date", "connection", "keep-alive", "transfer-encoding"];

/** Headers that every answer of the admin API has, listed in the introduction of the document. */
const ofAdminApi = ["cache-control", "x-content-type-options", "x-request-id"];

/** Returns a check for one document. The check throws an assertion error that names the deviation. */
export function openApiCheck(document: OpenApiDocument): (seen: SeenAnswer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const templates = Object.keys(document.paths).map((template) => ({ template, form: formOf(template) }));
  const validators = new Map<object, ReturnType<Ajv2020["compile"]>>();
  // Shared by all schemas: each component is compiled once.
  ajv.addSchema({ $id: "document", components: document.components } as AnySchema);
  const compile = (schema: object) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  const validate = (schema: object, value: unknown, what: string) => {
    const compiled = validators.get(schema) ?? compile(schema);
    validators.set(schema, compiled);
    assert.ok(compiled(value), `${what}: ${JSON.stringify(compiled.errors)} in ${JSON.stringify(value)}`);
  };
  return (seen) => {
    const what = `${seen.method} ${seen.path} → ${seen.status}`;
    const found = templates.filter(({ form }) => form.test(seen.path)).sort((a, b) => braces(a.template) - braces(b.template))[0];
    const operation = found && document.paths[found.template]?.[seen.method.toLowerCase()];
    const isHead = seen.method === "HEAD";
    const documented = operation ?? (isHead && found ? document.paths[found.template]?.get : undefined);
    if (!documented) {
      checkUnknown(document, seen, found !== undefined, (value) =>
        validate({ $ref: "#/components/schemas/Problem" }, value, what),
      );
      return;
    }
    const given = documented.responses[seen.status];
    const response = given?.$ref === undefined ? given : document.components.responses[given.$ref.split("/").at(-1) ?? ""];
    assert.ok(response, `${what}: the document has no such status, only ${Object.keys(documented.responses)}`);
    checkHeaders(
      response,
      seen.headers,
      seen.path.startsWith("/api/") || seen.path.startsWith("/feeds/") ? [] : ofAdminApi,
      what,
    );
    checkBody(response, seen, isHead, validate, what);
  };
}

/** Requests that the document does not describe must be refused, with a problem. */
function checkUnknown(
  document: OpenApiDocument,
  seen: SeenAnswer,
  isKnownPath: boolean,
  validate: (value: unknown) => void,
): void {
  const allowed = isKnownPath ? [401, 405, 503] : [401, 404, 503];
  assert.ok(allowed.includes(seen.status), `${seen.method} ${seen.path} → ${seen.status}, and the document does not have it`);
  assert.ok(document.components.schemas.Problem);
  if (seen.method !== "HEAD") validate(JSON.parse(seen.body));
}

function checkHeaders({ headers = {} }: DocumentedResponse, sent: Headers, always: readonly string[], what: string): void {
  for (const [name, { required }] of Object.entries(headers)) {
    if (required) assert.ok(sent.has(name), `${what}: the header ${name} is missing`);
  }
  for (const name of always) assert.ok(sent.has(name), `${what}: the header ${name} is missing`);
  const known = new Set([...ofHttp, ...always, ...Object.keys(headers).map((name) => name.toLowerCase())]);
  const others = [...sent.keys()].filter((name) => !known.has(name));
  assert.deepEqual(others, [], `${what}: headers that the document does not have`);
}

function checkBody(
  { content }: DocumentedResponse,
  { headers, body }: SeenAnswer,
  isHead: boolean,
  validate: (schema: object, value: unknown, what: string) => void,
  what: string,
): void {
  if (isHead || !content) {
    assert.equal(body, "", `${what}: a body that the document does not have`);
    return;
  }
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  const media = content[type];
  assert.ok(media, `${what}: the document does not have ${type}`);
  if (/[/+]json$/.test(type)) validate(media.schema, JSON.parse(body), what);
}

function formOf(template: string): RegExp {
  const parts = template.split(/\{.+?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

function braces(template: string): number {
  return template.split("{").length;
}
