/** The read API's part of the document, with every status of the contract. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { problem } from "./admin/wire-schema.ts";
import { type ProblemCode, problems, problemType } from "./problem.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Described = Parameters<Registry["registerPath"]>[0];
type Responses = Described["responses"];

const text = (description: string, required = true) => ({ description, required, schema: { type: "string" } }) as const;

const cors = {
  "access-control-allow-origin": text("`*`"),
  "access-control-expose-headers": text("Headers that a web page may read"),
};

const preflight = {
  "access-control-allow-methods": text("`GET, HEAD, OPTIONS`"),
  "access-control-allow-headers": text("Headers that a web page may send"),
  "access-control-max-age": text("Seconds: a day"),
};

const answered = {
  ...cors,
  etag: text("Strong, of the exact bytes"),
  vary: text("`x-api-key, accept-language`"),
  "cache-control": text("`private, max-age=N`: N never reaches past the answer's next transition; `no-store` of a rehearsal"),
  "content-language": text("Of the message or the name", false),
  "drawbridge-rehearsal": text("To a key that rehearses: `frozen` or `no-maintenance`; what is told is not the present", false),
};

const reason = { "drawbridge-reason": text("The rule that decided; `, maintenance` follows in maintenance") };

const language = z.string().optional().openapi({ description: "One BCP 47 tag; before Accept-Language", example: "de" });

const configBody = z
  .strictObject({
    force_upgrade: z.boolean(),
    maintenance_active: z.boolean(),
    message: z.string(),
    android_source: z.string(),
    apple_source: z.string(),
  })
  .openapi("Config", {
    example: {
      force_upgrade: true,
      maintenance_active: false,
      message: "Please update to 2.4.0.",
      android_source: "https://play.google.com/store/apps/details?id=com.acme.shop",
      apple_source: "https://apps.apple.com/app/id123456789",
    },
  });

const time = z
  .string()
  .nullable()
  .openapi({ format: "date-time", description: "UTC; null only where the project asks for it (`no_window: null`)" });

const maintenanceBody = z
  .strictObject({
    is_maintenance: z.boolean(),
    instance_name: z.string(),
    remainder_start: time,
    start_time: time,
    end_time: time,
  })
  .openapi("Maintenance", {
    example: {
      is_maintenance: true,
      instance_name: "Acme Europe",
      remainder_start: "2026-12-05T13:00:00.000+00:00",
      start_time: "2026-12-06T01:00:00.000+00:00",
      end_time: "2026-12-06T03:00:00.000+00:00",
    },
  });

/** Of any request, whatever it asks. */
const always: readonly ProblemCode[] = [
  "bad_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "missing_api_key",
  "unknown_api_key",
  "expired_api_key",
  "revoked_api_key",
  "rate_limited",
  "key_not_allowed",
  "missing_parameter",
  "repeated_parameter",
  "content_too_large",
  "not_ready",
  "overloaded",
  "internal_error",
];

interface Question {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly headers: typeof answered | (typeof answered & typeof reason);
  readonly problems: readonly ProblemCode[];
}

const questions: readonly Question[] = [
  {
    path: "/api/v1/config",
    operationId: "config",
    summary: "May this version still run, and is the service up?",
    query: z.object({
      platform: z
        .string()
        .openapi({ description: "`ios`, `android` or another of the project; case is ignored", example: "ios" }),
      current_version: z.string().openapi({ example: "2.3.0" }),
      lang: language,
    }),
    body: configBody,
    headers: { ...answered, ...reason },
    problems: ["unknown_platform", "invalid_version"],
  },
  {
    path: "/api/v1/maintenance",
    operationId: "maintenance",
    summary: "Is my instance in maintenance, and until when?",
    query: z.object({
      instanceId: z.string().openapi({ description: "1 to 128 characters; case counts", example: "eu-1" }),
      lang: language,
    }),
    body: maintenanceBody,
    headers: answered,
    problems: ["unknown_instance"],
  },
];

/** Adds both questions, by GET, HEAD and a preflight's OPTIONS. */
export function readApiDocument(registry: Registry): void {
  for (const question of questions) {
    registry.registerPath(ask(question, "get"));
    registry.registerPath(ask(question, "head"));
    registry.registerPath({
      method: "options",
      path: question.path,
      operationId: `${question.operationId}Preflight`,
      tags: ["Read API"],
      summary: "May a web page ask?",
      security: [],
      responses: { 204: { description: "It may", headers: { ...cors, ...preflight } } },
    });
  }
}

function ask({ path, operationId, summary, query, body, headers, problems: own }: Question, method: "get" | "head"): Described {
  const isHead = method === "head";
  return {
    method,
    path,
    operationId: isHead ? `${operationId}Head` : operationId,
    tags: ["Read API"],
    summary: isHead ? `${summary} Only the headers` : summary,
    security: [{ apiKey: [] }],
    request: {
      query,
      headers: z.object({ "accept-language": z.string().optional(), "if-none-match": z.string().optional() }),
    },
    responses: {
      200: { description: "The answer", headers, ...(isHead ? {} : { content: { "application/json": { schema: body } } }) },
      304: { description: "Still what If-None-Match names", headers },
      ...problemsOf([...always, ...own], isHead),
    },
  };
}

function problemsOf(codes: readonly ProblemCode[], isHead: boolean): Responses {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status,
      {
        description: own.map((code) => `\`${code}\`: ${problems[code].title}`).join("; "),
        headers: problemHeaders(own),
        ...(isHead ? {} : { content: { [problemType]: { schema: problem } } }),
      },
    ]),
  );
}

function problemHeaders(codes: readonly ProblemCode[]) {
  const isKey = codes.includes("unknown_api_key");
  const isLater = codes.includes("rate_limited") || codes.includes("overloaded");
  return {
    ...cors,
    "cache-control": text("`no-store`"),
    "drawbridge-rehearsal": answered["drawbridge-rehearsal"],
    ...(isKey ? { "www-authenticate": text("`ApiKey`") } : {}),
    ...(isLater ? { "retry-after": text("Seconds") } : {}),
  };
}
