import type { Method } from "drawbridge-rules/api/paths.ts";
import { slugRule } from "drawbridge-rules/project/project.ts";
import { localizedTitle } from "drawbridge-rules/texts/message-schema.ts";
import { documented } from "drawbridge-rules/values/schema.ts";
import { platformNameForm } from "drawbridge-rules/values/text-forms.ts";
import { storeLink } from "drawbridge-rules/versions/store-link-schema.ts";
import { type EventType, eventTypes } from "drawbridge-rules/webhooks/event-type.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { eventSchemas } from "drawbridge-rules/wire/webhook-event.ts";
import { z } from "zod";
import { linkedType } from "../../base/http/problem.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { feedOperations } from "./feeds-openapi.ts";
import {
  buildDocument,
  type DocumentedAnswer,
  type DocumentedHeaders,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentHead,
  header,
  problemAnswers,
  queryParameters,
  retryHeader,
} from "./openapi-document.ts";
import { described, introduction, readIntroduction, tags } from "./openapi-texts.ts";
import { readOperations } from "./read-openapi.ts";

const summaries: Readonly<Record<EventType, string>> = {
  "maintenance.scheduled": "Maintenance was scheduled",
  "maintenance.started": "Maintenance started",
  "maintenance.changed": "Maintenance was moved, extended or edited",
  "maintenance.ended": "Maintenance ended, or was canceled",
  "maintenance.overrunning": "Maintenance is active after its planned end",
  "policy.published": "A version policy was published",
  "step.due": "A dated step of a version policy took place",
  "forced_share.exceeded": "The share of forced requests exceeds the limit of the project",
  "forced_share.recovered": "The share of forced requests is below the limit again",
  "change.proposed": "Approval of a change was requested",
  "change.decided": "A requested change was approved, published, rejected or withdrawn",
  "guard.overridden": "A change overrode guards",
  "key.expiring": "A read key or a token expires soon",
  "system.problem": "This server has a problem",
  "system.recovered": "A problem of this server ended",
};

const headerOf = (name: string, description: string, example: string): DocumentedParameter => ({
  name,
  in: "header",
  schema: z.string().meta({ description, examples: [example] }),
});

/** Headers of Standard Webhooks 1.0. */
const parameters = [
  headerOf("webhook-id", "Id of the event, the same when it is sent again", "evt_5f2c1e9a7b3d4860a1c2"),
  headerOf("webhook-timestamp", "Seconds since 1970 at which it was sent", "1795867200"),
  headerOf(
    "webhook-signature",
    "Signatures of id, timestamp and body, by Standard Webhooks",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const description =
  "Sent until the answer is 2xx, for a day. Redirects are not followed. The members `text` and `url` say the same for people.";

const webhookOperations: readonly DocumentedOperation[] = eventTypes.map((type) => ({
  method: "post",
  path: type,
  // `maintenance.started` → `onMaintenanceStarted`
  operationId: `on.${type}`.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tag: "Webhooks",
  summary: summaries[type],
  description,
  security: [],
  parameters,
  body: { required: true, content: { "application/json": { schema: eventSchemas[type] } } },
  answers: { 204: { description: "Accepted, like any 2xx" }, 410: { description: "Disables the webhook" } },
}));

const pathId = (what: string, prefix: string, example: string) =>
  z.string().meta({ description: `Id of ${what}`, pattern: `^${prefix}`, examples: [example] });
const slug = { pattern: "^[a-z0-9-]{1,63}$" };

const pathParameters: Readonly<Record<string, z.ZodType>> = {
  project: z.string().meta({ description: `Id of a project: ${slugRule}`, ...slug, examples: ["acme-shop"] }),
  platform: platformNameForm.describe("Name of a platform in lower case"),
  window: z.string().meta({ description: `Id of a maintenance window: ${slugRule}`, ...slug, examples: ["db-upgrade"] }),
  instance: z.string().meta({
    description:
      "Id of an instance, percent-encoded. An id that contains / or \\, or is . or .., has no address: read it in the list and edit it in the manifest",
    maxLength: 128,
    examples: ["eu-1"],
  }),
  key: pathId("a read key", "k_", "k_m4t9wzq2hd"),
  token: pathId("a token", "[tdf]_", "t_k3v7q2zd5m"),
  webhook: pathId("a webhook", "w_", "w_k3v7q2zd5m"),
  proposal: pathId("a proposal", "p_", "p_k3v7q2zd5m"),
  person: pathId("a person", "u_", "u_h8r2mt6wqx"),
  session: z.string().meta({ description: "Id of one of your sessions, from the list", examples: ["Fh2kq0"] }),
};

const answerHeaders = {
  etag: header("ETag of the resource after the request; absent for a deleted resource", false),
  location: header("Path of the new resource"),
  vary: header("`accept`"),
  "x-accel-buffering": header("`no`: a proxy passes on each event immediately"),
  "set-cookie": header("Starts or ends the session", false),
} as const;

const requestHeaders: Readonly<Record<NonNullable<AdminRoute["usedHeaders"]>[number], z.ZodType>> = {
  "if-match": z.string().meta({
    description: "ETag that was read. Required to change or delete something, unless it is a dry run",
    examples: ['"8f2c0e1b6a7d4c35.42"'],
  }),
  "if-none-match": z.string().meta({
    description: "`*` creates only what does not exist yet. For a GET: known ETags, answered with 304",
    examples: ["*"],
  }),
  "idempotency-key": z.string().meta({
    description:
      "1 to 255 printable ASCII characters. A request repeated within 24 hours gets the same answer and is not carried out again. Edits with If-Match accept it only with `propose`",
    pattern: "^[ -~]{1,255}$",
    examples: ["deploy 4711"],
  }),
  accept: z.string().meta({ description: "`application/json` or `application/yaml`", examples: ["application/yaml"] }),
  "last-event-id": z
    .string()
    .meta({ description: "`id` of the last event that was received", examples: ["8f2c0e1b6a7d4c35.42"] }),
};

const securitySchemes = {
  bearerAuth: { type: "http", scheme: "bearer", description: "An access token" },
  apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "A read key" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-drawbridge",
    description: "Set by a sign-in. Changes also require Sec-Fetch-Site or Origin, which must name the console's origin",
  },
};

const signedIn = ["bearerAuth", "session"];

export function openApiDocument(routes: readonly AdminRoute[], version: string, server: string): object {
  const operations = [...readOperations(), ...feedOperations(), ...routes.map(operationOf)];
  return buildDocument(headOf("Drawbridge", introduction, version, server, signedIn), operations, webhookOperations, [
    documented(localizedTitle),
    documented(storeLink),
  ]);
}

export function readOpenApiDocument(version: string, server: string): object {
  return buildDocument(headOf("Drawbridge read API", readIntroduction, version, server, ["apiKey"]), readOperations());
}

function headOf(title: string, description: string, version: string, server: string, security: readonly string[]): DocumentHead {
  return { title, version, description, server, tags, securitySchemes, security };
}

function operationOf(route: AdminRoute): DocumentedOperation {
  const { permission, method, path, operationId, tag, summary, description, query, body, usedHeaders = [] } = route;
  const params = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]): DocumentedParameter => {
    const schema = pathParameters[name];
    if (!schema) throw new Error(`${path}: nothing describes ${name}`);
    return { name, in: "path", schema };
  });
  const headers = usedHeaders.map(
    (name): DocumentedParameter => ({ name, in: "header", schema: requestHeaders[name].optional() }),
  );
  const media = body && { schema: body.schema, ...(body.example === undefined ? {} : { example: body.example }) };
  return {
    method: method.toLowerCase() as Lowercase<Method>,
    path,
    operationId,
    tag,
    summary,
    description: described(description, route),
    permission,
    security: permission === "public" ? [] : signedIn,
    parameters: [...params, ...(query ? queryParameters(query) : []), ...headers],
    body: body && media && { required: body.required, content: Object.fromEntries(body.types.map((type) => [type, media])) },
    answers: { ...answersOf(route), ...problemAnswers(codesOf(route), (codes) => problemHeaders(codes, route), linkedType) },
  };
}

function answersOf({ answers, limitsAttempts }: AdminRoute): Record<string, DocumentedAnswer> {
  const limits = limitsAttempts ? limitHeaders : {};
  const printed = Object.entries(answers).map(([status, rule]): [string, DocumentedAnswer] => {
    const { description, schema, example, types = ["application/json"], headers = [] } = rule;
    const own = { ...limits, ...Object.fromEntries(headers.map((name) => [name, answerHeaders[name]])) };
    const media = schema && { schema, ...(example === undefined ? {} : { example }) };
    const content = media ? { content: Object.fromEntries(types.map((type) => [type, media])) } : {};
    return [status, { description, headers: own, ...content }];
  });
  return Object.fromEntries(printed);
}

function codesOf({ permission, method, path, body, problems: own = [] }: AdminRoute): ProblemCode[] {
  const always: ProblemCode[] = ["internal_error", "invalid", "overloaded", "rate_limited"];
  if (permission !== "public") always.push("unauthorized");
  // Any request but a public GET can be forbidden: by role, or because another site's page sent it.
  if (permission !== "public" || method !== "GET") always.push("forbidden", "unavailable");
  if (path.includes("{")) always.push("not_found");
  if (body) always.push("content_too_large", "unsupported_media_type");
  return [...always, ...own];
}

const limitHeaders = {
  "ratelimit-policy": header('Limit of the address, such as `"attempts";q=5;w=3600`: requests in seconds', false),
  ratelimit: header('Requests that remain, and seconds until the next one: `"attempts";r=0;t=8`', false),
};

/** A request with an invalid token is limited on any route. */
function problemHeaders(codes: readonly ProblemCode[], { limitsAttempts }: AdminRoute): DocumentedHeaders {
  const isLimited = limitsAttempts || codes.includes("unauthorized") || codes.includes("rate_limited");
  return {
    ...(isLimited ? limitHeaders : {}),
    ...(codes.includes("unauthorized") ? { "www-authenticate": header("`Bearer`") } : {}),
    ...retryHeader(codes),
  };
}
