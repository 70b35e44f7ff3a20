import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { text } from "drawbridge-rules/wire/values.ts";
import { z } from "zod";
import { sharedCodes } from "../../reads/read-counts.ts";
import {
  type DocumentedHeaders,
  type DocumentedOperation,
  header,
  problemAnswers,
  queryParameters,
  retryHeader,
} from "./openapi-document.ts";

const cors = {
  "access-control-allow-origin": header("`*`"),
  "access-control-expose-headers": header("Headers that a web page may read"),
};

const preflight = {
  "access-control-allow-methods": header("`GET, HEAD, OPTIONS`"),
  "access-control-allow-headers": header("Headers that a web page may send: any"),
  "access-control-max-age": header("Seconds that a browser keeps this answer: a day"),
};

const rehearsal = header(
  "Only for a rehearsal key: `frozen` or `no-maintenance`. The answer does not reflect the present",
  false,
);

const answered = {
  ...cors,
  etag: header("Strong ETag of the exact bytes"),
  vary: header("`x-api-key, accept-language`"),
  "cache-control": header("`private, max-age=N`, where N never reaches past the next transition; `no-store` for a rehearsal key"),
  "content-language": header("Language of the message or the name", false),
  "drawbridge-rehearsal": rehearsal,
};

const reason = {
  "drawbridge-reason": header("Rule that decided the answer, followed by `, maintenance` during maintenance"),
};

const requestHeaders = z.object({
  "accept-language": text("Languages of the user, most preferred first", "de, en;q=0.8").optional(),
  "if-none-match": text("ETags of known answers", '"8f2c0e1b6a7d4c35"').optional(),
});

const language = text("One BCP 47 tag; takes precedence over Accept-Language", "de").optional();

const configBody = z
  .strictObject({
    force_upgrade: z.boolean().describe("Whether the app must update"),
    maintenance_active: z.boolean().describe("Whether the back end is in maintenance"),
    message: z.string().describe("Message to show; empty: none"),
    android_source: z.string().describe("Link to Google Play; empty: none"),
    apple_source: z.string().describe("Link to the App Store; empty: none"),
  })
  .meta({
    id: "Config",
    examples: [
      {
        force_upgrade: true,
        maintenance_active: false,
        message: "Please update to 2.4.0.",
        android_source: "https://play.google.com/store/apps/details?id=com.acme.shop",
        apple_source: "https://apps.apple.com/app/id123456789",
      },
    ],
  });

const time = z
  .string()
  .nullable()
  .meta({ format: "date-time", description: "UTC; null only if the project is set to it (`no_window: null`)" });

const maintenanceBody = z
  .strictObject({
    is_maintenance: z.boolean().describe("Whether the instance is in maintenance"),
    instance_name: z.string().describe("Display name of the instance"),
    remainder_start: time,
    start_time: time,
    end_time: time,
  })
  .meta({
    id: "Maintenance",
    examples: [
      {
        is_maintenance: true,
        instance_name: "Acme Europe",
        remainder_start: "2026-12-05T13:00:00.000+00:00",
        start_time: "2026-12-06T01:00:00.000+00:00",
        end_time: "2026-12-06T03:00:00.000+00:00",
      },
    ],
  });

const instant = z.string().meta({ format: "date-time", description: "UTC" });

const gateBody = z
  .strictObject({
    update: z.enum(["none", "recommended", "forced"]).describe("Update that the screen asks for"),
    update_to: z.string().nullable().describe("Version to update to, above the asking one"),
    maintenance: z.enum(["none", "announced", "active"]).describe("State of the maintenance"),
    title: z.string().describe("Title of the screen; empty: none"),
    message: z.string().describe("Message of the screen; empty: none"),
    store_link: z.string().nullable().describe("Link that updates the app; null: it has none"),
    window: z
      .strictObject({
        name: z.string().describe("Display name of the instance, or of the project"),
        reminder_start: instant,
        start: instant,
        end: instant,
      })
      .nullable()
      .describe("Maintenance that is active, announced or planned; null: none"),
    next_change_at: instant.nullable().describe("Next instant at which the answer changes, at most 31 days ahead"),
  })
  .meta({
    id: "Gate",
    examples: [
      {
        update: "forced",
        update_to: "2.4.0",
        maintenance: "announced",
        title: "Update required",
        message: "Version 2.3.0 can no longer be used.",
        store_link: "https://apps.apple.com/app/id123456789",
        window: {
          name: "Acme Europe",
          reminder_start: "2026-12-05T13:00:00.000+00:00",
          start: "2026-12-06T01:00:00.000+00:00",
          end: "2026-12-06T03:00:00.000+00:00",
        },
        next_change_at: "2026-12-06T01:00:00.000+00:00",
      },
    ],
  });

/** Found by the listener. */
const malformed: readonly ProblemCode[] = ["bad_request", "request_timeout", "uri_too_long", "headers_too_large"];

const always: readonly ProblemCode[] = [...malformed, ...sharedCodes, "internal_error"];

interface Question {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly headers: DocumentedHeaders;
  readonly problems: readonly ProblemCode[];
}

const app = {
  platform: text("`ios`, `android` or another platform of the project; case is ignored", "ios"),
  current_version: text("Version of the app, as the app writes it", "2.3.0"),
};

const questions: readonly Question[] = [
  {
    path: "/api/v1/config",
    operationId: "config",
    summary: "Check an app version",
    description: "Whether this version may still run, and whether the back end is in maintenance.",
    query: z.object({ ...app, lang: language }),
    body: configBody,
    headers: { ...answered, ...reason },
    problems: ["unknown_platform", "invalid_version"],
  },
  {
    path: "/api/v1/maintenance",
    operationId: "maintenance",
    summary: "Check maintenance of an instance",
    description: "Whether the instance is in maintenance, from when and until when.",
    query: z.object({
      instanceId: text("1 to 128 characters, case-sensitive", "eu-1"),
      lang: language,
    }),
    body: maintenanceBody,
    headers: answered,
    problems: ["unknown_instance"],
  },
  {
    path: "/api/v1/gate",
    operationId: "gate",
    summary: "Get the screen to show",
    description: "The one screen that the app should show: an update, maintenance, or none.",
    query: z.object({
      ...app,
      instanceId: text("Instance whose maintenance counts", "eu-1").optional(),
      os: text("Version of the operating system, or Android API level; any other text is ignored", "17.4").optional(),
      lang: language,
    }),
    body: gateBody,
    headers: { ...answered, ...reason, "drawbridge-os": header("`too_old`: `os` can install no update that would serve", false) },
    problems: ["unknown_platform", "invalid_version", "unknown_instance"],
  },
];

export function readOperations(): DocumentedOperation[] {
  return questions.flatMap((question) => [ask(question, "get"), ask(question, "head"), preflightOf(question)]);
}

function preflightOf({ path, operationId }: Question): DocumentedOperation {
  return {
    method: "options",
    path,
    operationId: `${operationId}Preflight`,
    tag: "Read API",
    summary: "Answer a browser's CORS preflight",
    description: "Allows requests from any web page.",
    security: [],
    parameters: [],
    answers: {
      204: { description: "Any origin is allowed", headers: { ...cors, ...preflight } },
      ...problemAnswers(malformed, problemHeaders),
    },
  };
}

function ask(question: Question, method: "get" | "head"): DocumentedOperation {
  const { path, operationId, summary, description, query, body, headers, problems: own } = question;
  const isHead = method === "head";
  const headerParameters = queryParameters(requestHeaders).map((parameter) => ({ ...parameter, in: "header" as const }));
  return {
    method,
    path,
    operationId: isHead ? `${operationId}Head` : operationId,
    tag: "Read API",
    summary: isHead ? `${summary}, headers only` : summary,
    description,
    security: ["apiKey"],
    parameters: [...queryParameters(query), ...headerParameters],
    answers: {
      200: {
        description: "The answer",
        headers,
        content: { "application/json": { schema: body } },
      },
      304: { description: "Unchanged since an ETag of If-None-Match", headers },
      ...problemAnswers([...always, ...own], problemHeaders),
    },
  };
}

const withKey: readonly ProblemCode[] = [
  "key_not_allowed",
  "missing_parameter",
  "repeated_parameter",
  "unknown_platform",
  "invalid_version",
  "unknown_instance",
  "not_ready",
];

function problemHeaders(codes: readonly ProblemCode[]): DocumentedHeaders {
  return {
    ...cors,
    "cache-control": header("Always `no-store`"),
    ...(codes.some((code) => withKey.includes(code)) ? { "drawbridge-rehearsal": rehearsal } : {}),
    ...(codes.includes("unknown_api_key") ? { "www-authenticate": header("`ApiKey`") } : {}),
    ...retryHeader(codes),
  };
}
