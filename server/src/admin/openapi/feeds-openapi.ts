/** The token is in the path, so the operations ask for no other credential. */
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { z } from "zod";
import { type DocumentedOperation, header, problemAnswers, retryHeader } from "./openapi-document.ts";

const everyAnswer = {
  "x-content-type-options": header("Always `nosniff`"),
  "referrer-policy": header("Always `no-referrer`"),
};

const answered = {
  ...everyAnswer,
  etag: header("Strong ETag of the exact bytes"),
  "cache-control": header("`private, max-age=300`"),
};

const token = z.string().describe("Text of a calendar token. An invalid one gets 404, whatever the cause");
const known = z
  .string()
  .optional()
  .meta({ description: "ETags of known answers", examples: ['"8f2c0e1b6a7d4c35"'] });

/** The others are the listener's. */
const own: readonly ProblemCode[] = ["not_found", "not_ready", "unavailable"];
const codes: readonly ProblemCode[] = [
  ...own,
  "bad_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "internal_error",
];

export function feedOperations(): DocumentedOperation[] {
  return [read("get"), read("head")];
}

function read(method: "get" | "head"): DocumentedOperation {
  const isHead = method === "head";
  const summary = "Get the maintenance calendar";
  return {
    method,
    path: "/feeds/{token}/calendar.ics",
    operationId: isHead ? "getCalendarHead" : "getCalendar",
    tag: "Feeds",
    summary: isHead ? `${summary}, headers only` : summary,
    description: "Current and upcoming maintenance as iCalendar (RFC 5545), one event for each occurrence.",
    security: [],
    parameters: [
      { name: "token", in: "path", schema: token },
      { name: "if-none-match", in: "header", schema: known },
    ],
    answers: {
      200: {
        description: "The feed",
        headers: answered,
        content: { "text/calendar": { schema: z.string(), example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n" } },
      },
      304: { description: "Unchanged since an ETag of If-None-Match", headers: answered },
      ...problemAnswers(codes, problemHeaders),
    },
  };
}

const plainPath = "absent if the path is not a feed's, such as with an escaped control character";
const notFoundAnswer = {
  "x-content-type-options": header(`\`nosniff\`; ${plainPath}`, false),
  "referrer-policy": header(`\`no-referrer\`; ${plainPath}`, false),
};

function problemHeaders(found: readonly ProblemCode[]) {
  return {
    ...(found.includes("not_found") ? notFoundAnswer : found.some((code) => own.includes(code)) ? everyAnswer : {}),
    "cache-control": header("Always `no-store`"),
    ...retryHeader(found),
  };
}
