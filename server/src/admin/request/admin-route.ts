import { type Operation, type OperationPart, operations } from "drawbridge-rules/api/operations.ts";
import { type Method, type OperationId, splitOperation } from "drawbridge-rules/api/paths.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { proposedChange } from "drawbridge-rules/wire/proposal.ts";
import { z } from "zod";
import type { Requester } from "../../accounts/requester.ts";
import type { TextDocument } from "../../base/document/text-document.ts";
import type { Permission } from "./permission.ts";

export type MediaType = "application/json" | "application/yaml" | "application/merge-patch+json";

export interface BodyRule {
  readonly types: readonly MediaType[];
  /** For the document; and for `readFields` where it is not in manifest form. */
  readonly schema: z.ZodType;
  readonly required: boolean;
  /** Scalars, maps and lists of a body; 10 000 by default. */
  readonly mostValues?: number;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly type: MediaType;
  readonly text: TextDocument;
  /** Hash of the configuration that the document was exported from, if it names one. */
  readonly exportedState: string | null;
}

export interface AdminRequest<Query = unknown> {
  readonly permission: Permission;
  readonly requester: Requester;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Decoded, once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** As sent, with its question mark; "" without a query. */
  readonly search: string;
  readonly headers: Headers;
  readonly address: string;
  readonly body: RequestBody | null;
  readonly digest: string;
  /** Names the login or link that may be guessed: the answer says how many attempts remain. */
  readonly guesses: (text: string) => void;
  /** Cuts the connection, with whatever of the answer has not been sent. */
  readonly drop: () => void;
}

export interface AdminAnswer {
  readonly status: number;
  /** Sent as JSON; a text or a stream is sent as it is, with the Content-Type among the headers. */
  readonly body: object | string | ReadableStream<Uint8Array> | null;
  /** Several of a name are several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export function ok<Id extends OperationId>(body: OperationPart<Id, "answer">): AdminAnswer {
  return { status: 200, body: body as object };
}

export interface AnswerRule {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  readonly types?: readonly (MediaType | "text/event-stream" | "text/plain" | "application/vnd.sqlite3")[];
  readonly headers?: readonly ("etag" | "location" | "vary" | "set-cookie" | "x-accel-buffering")[];
}

export interface AdminRoute {
  readonly permission: Permission;
  /** `DRAWBRIDGE_METRICS_TOKEN` opens it too, also before anything was loaded. */
  readonly isForMetricsToken?: true;
  readonly limitsAttempts?: true;
  /** Machines ask every few seconds: not worth a line of the log each. */
  readonly isQuiet?: true;
  /** The route gives access or counts as a person's word: a token whose creator is gone is refused. */
  readonly givesAccess?: true;
  readonly operationId: OperationId;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  /** The query comes from a third party: the handler reads any query from `search`. */
  readonly anyQuery?: true;
  readonly body?: BodyRule;
  readonly usedHeaders?: readonly ("if-match" | "if-none-match" | "idempotency-key" | "accept" | "last-event-id")[];
  readonly answers: Readonly<Record<number, AnswerRule>>;
  readonly problems?: readonly ProblemCode[];
  readonly handle: (request: AdminRequest) => Promise<AdminAnswer>;
}

type Definition<Id extends OperationId> = Omit<AdminRoute, "operationId" | "method" | "path" | "query" | "body" | "handle"> & {
  readonly body?: Partial<Omit<BodyRule, "schema" | "required">>;
  readonly handle: (request: AdminRequest<OperationPart<Id, "query">>) => Promise<AdminAnswer>;
};

const jsonTypes = ["application/json"] as const;
const mergeTypes = ["application/merge-patch+json", "application/json"] as const;

/** Viewers can plan editors' edits of the configuration. */
export function isPreviewable({ permission, query }: Pick<AdminRoute, "permission" | "query">): boolean {
  return permission === "editor" && query !== undefined && "dry_run" in query.shape;
}

export function route<Id extends OperationId>(operationId: Id, definition: Definition<Id>): AdminRoute {
  const { query, body, answer }: Operation = operations[operationId];
  const { method, path } = splitOperation(operationId);
  const { body: rule, answers, handle, ...rest } = definition;
  const rules = Object.entries(answers).map(([status, own]) => [
    status,
    // 202 has a proposal instead.
    ["200", "201"].includes(status) && answer ? { schema: answer, ...own } : own,
  ]);
  const types = method === "PATCH" ? mergeTypes : jsonTypes;
  const required = !(body instanceof z.ZodOptional);
  return {
    ...rest,
    operationId,
    method,
    path,
    ...(query ? { query } : {}),
    ...(body ? { body: { types, schema: required ? body : (body.unwrap() as z.ZodType), required, ...rule } } : {}),
    answers: Object.fromEntries(rules),
    handle: (request) => handle(request as AdminRequest<OperationPart<Id, "query">>),
  };
}

export const changedAnswer = {
  description: "The change, or its preview",
  headers: ["etag"],
} as const;

export const reversedAnswer = { description: "The change, or its preview" } as const;

export const createdAnswer = { description: "Created", headers: ["etag", "location"] } as const;

export const unchangedAnswer = {
  description: "Unchanged since an ETag of If-None-Match",
  headers: ["etag"],
} as const;

export const proposedAnswer = {
  202: { description: "Saved as a proposal; nothing has changed yet", schema: proposedChange },
} as const;
