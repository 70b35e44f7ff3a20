/** The feeds' part of the document. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { problem } from "../admin/wire-schema.ts";
import { type ProblemCode, problems, problemType } from "../problem.ts";
import { type FeedFile, feedFiles } from "./feed-path.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Described = Parameters<Registry["registerPath"]>[0];
type Responses = Described["responses"];

const text = (description: string, required = true) => ({ description, required, schema: { type: "string" } }) as const;

const everyAnswer = {
  "x-content-type-options": text("`nosniff`, always"),
  "referrer-policy": text("`no-referrer`, always"),
};

const answered = {
  ...everyAnswer,
  etag: text("Strong, of the exact bytes"),
  "cache-control": text("`private, max-age=300`"),
};

const files: Readonly<Record<FeedFile, { readonly operationId: string; readonly summary: string; readonly type: string }>> = {
  "calendar.ics": {
    operationId: "getCalendar",
    summary: "The maintenance around now as iCalendar (RFC 5545), one event for each occurrence",
    type: "text/calendar",
  },
  "maintenance.atom": {
    operationId: "getAtomFeed",
    summary: "What is next, what runs and what was changed, as Atom (RFC 4287)",
    type: "application/atom+xml",
  },
};

/** The feeds' own; the others are the listener's, whatever is asked for. */
const own: readonly ProblemCode[] = ["not_found", "not_ready", "unavailable"];
const codes: readonly ProblemCode[] = [
  ...own,
  "bad_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "internal_error",
];

/** Adds both feeds, by GET and HEAD. The token is in the path, so they ask for no other credential. */
export function feedsDocument(registry: Registry): void {
  for (const file of feedFiles) {
    registry.registerPath(read(file, "get"));
    registry.registerPath(read(file, "head"));
  }
}

function read(file: FeedFile, method: "get" | "head"): Described {
  const { operationId, summary, type } = files[file];
  const isHead = method === "head";
  return {
    method,
    path: `/feeds/{feed_token}/${file}`,
    operationId: isHead ? `${operationId}Head` : operationId,
    tags: ["Feeds"],
    summary: isHead ? `${summary}. Only the headers` : summary,
    security: [],
    request: {
      params: z.object({
        feed_token: z
          .string()
          .openapi({ description: "The text of a feed token. One that opens nothing is 404, whatever is wrong with it" }),
      }),
      headers: z.object({ "if-none-match": z.string().optional() }),
    },
    responses: {
      200: { description: "The feed", headers: answered, ...(isHead ? {} : { content: { [type]: { schema: z.string() } } }) },
      304: { description: "Still what If-None-Match names", headers: answered },
      ...problemsOf(isHead),
    },
  };
}

function problemsOf(isHead: boolean): Responses {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      status,
      {
        description: found.map((code) => `\`${code}\`: ${problems[code].title}`).join("; "),
        headers: {
          ...(found.some((code) => own.includes(code)) ? everyAnswer : {}),
          "cache-control": text("`no-store`"),
          ...(status === 503 ? { "retry-after": text("Seconds") } : {}),
        },
        ...(isHead ? {} : { content: { [problemType]: { schema: problem } } }),
      },
    ]),
  );
}
