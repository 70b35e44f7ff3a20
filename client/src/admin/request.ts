import type { OperationPart, operations } from "drawbridge-rules/api/operations.ts";
import {
  fillPath,
  type Method,
  type OperationId,
  type PathParameter,
  splitOperation,
  unrepeatable,
} from "drawbridge-rules/api/paths.ts";
import { type AdminAnswer, type AdminRequest, jsonType, readJson, type Query as SentQuery, yamlType } from "./transport.ts";

/** Operations with a JSON answer or none. */
export type CallId = { [Id in OperationId]: (typeof operations)[Id] extends { answer: unknown } ? Id : never }[OperationId];

/** A resource that does not carry its ETag itself. */
export interface Versioned<T> {
  readonly value: T;
  readonly etag: string;
}

const versioned = ["getProject", "getManifest"] as const satisfies readonly CallId[];

export type Answer<Id extends CallId> = Id extends (typeof versioned)[number]
  ? Versioned<OperationPart<Id, "answer">>
  : OperationPart<Id, "answer">;

/** Null means the resource must not exist yet. */
export type Etag = string | null;

export interface Keyed {
  /** Random by default. A repeated key and request is carried out once within 24 h, and gets the same answer. */
  readonly idempotencyKey?: string;
}

interface Conditions<Id extends CallId> {
  readonly GET: unknown;
  readonly POST: Id extends (typeof unrepeatable)[number] ? unknown : Keyed;
  readonly PUT: Keyed & { readonly etag: Etag };
  readonly PATCH: OperationPart<Id, "query"> extends { readonly dry_run?: unknown } ? Keyed & { readonly etag: string } : Keyed;
  readonly DELETE: OperationPart<Id, "query"> extends { readonly dry_run?: unknown }
    ? Keyed & { readonly etag: string }
    : unknown;
}

type Query<Parameters> = "propose" extends keyof Parameters
  ? Omit<Parameters, "propose"> & { readonly propose?: true | string }
  : Parameters;

/** The text of a manifest is YAML (JSON is a subset): problems with it have line numbers. */
type Body<Id extends CallId> = OperationPart<Id, "body"> | (Id extends "applyManifest" ? string : never);

type BodyInput<Content> = unknown extends Content
  ? unknown
  : undefined extends Content
    ? { readonly body?: Exclude<Content, undefined> }
    : { readonly body: Content };

export type Input<Id extends CallId> = Readonly<Record<PathParameter<Id>, string>> &
  Query<OperationPart<Id, "query">> &
  BodyInput<Body<Id>> &
  Conditions<Id>[Method<Id> & keyof Conditions<Id>];

export interface AnyInput {
  readonly [parameter: string]: unknown;
  readonly body?: unknown;
  readonly etag?: Etag;
  readonly idempotencyKey?: string;
}

/** Edits are not sent again when the network fails, unless they are proposed: a second one would be stale if the first had arrived. */
export function buildRequest(id: CallId, input: AnyInput): AdminRequest {
  const { body, etag, idempotencyKey, ...parameters } = input;
  const { method, path } = splitOperation(id);
  const query = Object.fromEntries(Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`))) as SentQuery;
  const isProposed = query.propose !== undefined && query.dry_run !== true;
  const isVerb = method === "POST" || (method === "PATCH" && etag === undefined);
  const isKeyed = isVerb ? !unrepeatable.some((each) => each === id) : etag !== undefined && isProposed;
  return {
    method,
    path: fillPath(id, parameters as Readonly<Record<PathParameter<CallId>, string>>),
    query,
    headers: {
      ...(etag === undefined ? {} : etag === null ? { "if-none-match": "*" } : { "if-match": etag }),
      ...(isKeyed ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    ...(method === "GET" || method === "DELETE" ? {} : { body: serializeBody(method, body) }),
    repeatable: method === "GET" || isKeyed || (etag !== undefined && query.dry_run === true),
  };
}

function serializeBody(method: Method, body: unknown = {}): { readonly type: string; readonly text: string } {
  if (typeof body === "string") return { type: yamlType, text: body };
  return { type: method === "PATCH" ? "application/merge-patch+json" : jsonType, text: JSON.stringify(body) };
}

export function readAnswer(id: CallId, answer: AdminAnswer): unknown {
  if (answer.status === 204) return undefined;
  const value = readJson(answer);
  return versioned.some((each) => each === id) ? { value, etag: answer.etag ?? "" } : value;
}
