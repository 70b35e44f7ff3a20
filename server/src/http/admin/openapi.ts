/** The OpenAPI document of both APIs (3.1): made from the routes themselves, so that none can be missing or made up. */
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Method } from "drawbridge-rules/api/paths.ts";
import { feedsDocument } from "../feeds/feeds-openapi.ts";
import { type ProblemCode, problems, problemType } from "../problem.ts";
import { readApiDocument } from "../read-openapi.ts";
import type { AdminRoute, AnswerRule } from "./admin-route.ts";
import { commitEventSchema } from "./event-wire.ts";
import { described, introduction, parameterExamples, problemExample, tags } from "./openapi-texts.ts";
import { pathParameters, problem } from "./wire-schema.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Described = Parameters<Registry["registerPath"]>[0];
type Responses = Described["responses"];
type Headers = Readonly<
  Record<string, { readonly description: string; readonly required: boolean; readonly schema: { readonly type: "string" } }>
>;

const header = (description: string, required = true) => ({ description, required, schema: { type: "string" } }) as const;

const everyAnswer: Headers = {
  "cache-control": header("`no-store`, always"),
  "x-content-type-options": header("`nosniff`, always"),
  "x-request-id": header("Of this request: the log has it beside what it says of it"),
};

const answerHeaders = {
  etag: header("Of the resource as it is now; not of one that is deleted", false),
  location: header("Path of what was made"),
  vary: header("`accept`"),
  "x-accel-buffering": header("`no`: a proxy passes each event on at once"),
  "set-cookie": header("The session, or its end", false),
} as const;

const requestHeaders = {
  "if-match": header("ETag that was read; needed to change something, unless it is a dry run", false),
  "if-none-match": header("`*` to make what is not there; of a GET, ETags that are known", false),
  "idempotency-key": header(
    "1 to 255 printable ASCII characters: sent again within 24 hours, the request is answered the same and not carried out again. Of PUT, PATCH and DELETE only with `propose`: to them, If-Match does the same",
    false,
  ),
  accept: header("application/json, or application/yaml", false),
  "last-event-id": header("`id` of the last event that was heard", false),
} as const;

export function openApiDocument(routes: readonly AdminRoute[], version: string): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "bearerAuth", { type: "http", scheme: "bearer", description: "An access token" });
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "A read key",
  });
  readApiDocument(registry);
  feedsDocument(registry);
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-drawbridge",
    description: "What a sign-in sets. A change that it opens says in Sec-Fetch-Site or Origin that it comes from our own page",
  });
  registry.register("CommitEvent", commitEventSchema);
  for (const route of routes) registry.registerPath(operation(route));
  return app.getOpenAPI31Document({
    openapi: "3.1.1",
    info: {
      title: "Drawbridge",
      version,
      description: introduction,
      license: { name: "Apache-2.0" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
}

function operation(route: AdminRoute): Described {
  const { permission, method, path, operationId, tag, summary, description, query, body, heeds = [] } = route;
  const names = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1] ?? "");
  const params = names.map(
    (name) =>
      [name, z.string().openapi({ description: pathParameters[name] ?? name, ...exampleOf(parameterExamples[name]) })] as const,
  );
  const headers = heeds.map(
    (name) =>
      [
        name,
        z
          .string()
          .optional()
          .openapi({ description: requestHeaders[name].description, ...exampleOf(parameterExamples[name]) }),
      ] as const,
  );
  const content =
    body && Object.fromEntries(body.types.map((type) => [type, { schema: body.schema, ...exampleOf(body.example) }]));
  return {
    method: method.toLowerCase() as Lowercase<Method>,
    path,
    operationId,
    tags: [tag],
    summary,
    description: described(description, permission),
    "x-permission": permission,
    security: permission === "public" ? [] : [{ bearerAuth: [] }, { session: [] }],
    request: {
      ...(params.length > 0 ? { params: z.object(Object.fromEntries(params)) } : {}),
      ...(query ? { query } : {}),
      ...(headers.length > 0 ? { headers: z.object(Object.fromEntries(headers)) } : {}),
      ...(content ? { body: { required: body.required, content } } : {}),
    },
    responses: { ...answersOf(route), ...problemsOf(route) },
  };
}

function exampleOf(example: unknown): object {
  return example === undefined ? {} : { example };
}

function answersOf({ answers }: AdminRoute): Responses {
  return Object.fromEntries(Object.entries(answers).map(([status, rule]) => [status, answerOf(rule)]));
}

function answerOf({ description, schema, example, types = ["application/json"], headers = [] }: AnswerRule): Responses[string] {
  const own = Object.fromEntries(headers.map((name) => [name, answerHeaders[name]]));
  const content = schema && Object.fromEntries(types.map((type) => [type, { schema, ...exampleOf(example) }]));
  return { description, headers: { ...everyAnswer, ...own }, ...(content ? { content } : {}) };
}

/** What every route of a form can refuse, and what this one can besides: by status, as a document has them. */
function problemsOf(route: AdminRoute): Responses {
  const byStatus = Map.groupBy(codesOf(route), (code) => problems[code].status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, problemAnswer(codes)]));
}

function codesOf({ permission, method, path, body, problems: own = [] }: AdminRoute): Set<ProblemCode> {
  const always: ProblemCode[] = ["internal_error", "invalid", "overloaded"];
  const isReading = method === "GET";
  if (permission !== "public") always.push("unauthorized", "rate_limited");
  // Of anybody but a guest: not permitted, or asked by another site's page.
  if (permission !== "public" || !isReading) always.push("forbidden", "unavailable");
  if (path.includes("{")) always.push("not_found");
  if (body) always.push("content_too_large", "unsupported_media_type");
  return new Set([...always, ...own]);
}

function problemAnswer(codes: readonly ProblemCode[]): Responses[string] {
  const own = codes.includes("unauthorized") ? { "www-authenticate": header("`Bearer`") } : {};
  const isForLater = codes.includes("overloaded") || codes.includes("rate_limited");
  const retry = isForLater ? { "retry-after": header("Seconds") } : {};
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join("; "),
    headers: { ...everyAnswer, ...own, ...retry },
    content: { [problemType]: { schema: problem, example: problemExample(codes[0] ?? "internal_error") } },
  };
}
