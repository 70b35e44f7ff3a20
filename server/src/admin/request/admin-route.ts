import { type Operation, type OperationPart, operations } from "drawbridge-rules/api/operations.ts";
import { type Method, type OperationId, splitOperation } from "drawbridge-rules/api/paths.ts";
import { isAtLeast, type Role, roles } from "drawbridge-rules/people/role.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { proposedChange } from "drawbridge-rules/wire/proposal.ts";
import { z } from "zod";
import type { Requester } from "../../accounts/requester.ts";
import type { TextDocument } from "../../base/document/text-document.ts";
import type { Publisher } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";

export type MediaType = "application/json" | "application/yaml" | "application/merge-patch+json";

export interface BodyRule {
  readonly types: readonly MediaType[];
  /** For the document; and for `readFields` where it is not in manifest form. */
  readonly schema: z.ZodType;
  readonly required: boolean;
  /** Maximum scalars, maps and lists of a body; 10 000 by default. */
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
  /** Permission that the route requires and the requester has. */
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
  /** Client address, from the connection or a trusted proxy; "" if neither gives one. */
  readonly address: string;
  /** Null means none was sent, or the route takes none. */
  readonly body: RequestBody | null;
  /** Digest of method, path, query and body. */
  readonly digest: string;
  /** Names the login or link that the request may be guessing, so that the answer says how many attempts remain. */
  readonly guesses: (text: string) => void;
  /** Cuts the connection, with whatever of the answer has not been sent. */
  readonly drop: () => void;
}

export interface AdminAnswer {
  readonly status: number;
  /** Sent as JSON; a text and a stream are sent as they are, with the Content-Type among the headers. */
  readonly body: object | string | ReadableStream<Uint8Array> | null;
  /** Several of a name are several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A success with the answer of the operation. */
export function ok<Id extends OperationId>(body: OperationPart<Id, "answer">): AdminAnswer {
  return { status: 200, body: body as object };
}

/** A success, for the document. */
export interface AnswerRule {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Media types for the same content; JSON only if left out. */
  readonly types?: readonly (MediaType | "text/event-stream" | "text/plain" | "application/vnd.sqlite3")[];
  /** Names of headers that not every answer has. */
  readonly headers?: readonly ("etag" | "location" | "vary" | "set-cookie" | "x-accel-buffering")[];
}

export interface AdminRoute {
  readonly permission: Permission;
  /** `DRAWBRIDGE_METRICS_TOKEN` opens it too, also before anything was loaded. */
  readonly isForMetricsToken?: true;
  /** Failed attempts are counted, and slowed down. */
  readonly limitsAttempts?: true;
  /** Asked by machines every few seconds: not worth a line of the log each. */
  readonly isQuiet?: true;
  /** The route gives access or counts as a person's word: a token whose creator is gone is refused. */
  readonly givesAccess?: true;
  readonly operationId: OperationId;
  readonly method: Method;
  /** As in the document: `/admin/v1/projects/{project}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  /** The query comes from a third party: the handler reads any query from `search`. */
  readonly anyQuery?: true;
  readonly body?: BodyRule;
  /** Names of request headers that it heeds. */
  readonly usedHeaders?: readonly ("if-match" | "if-none-match" | "idempotency-key" | "accept" | "last-event-id")[];
  readonly answers: Readonly<Record<number, AnswerRule>>;
  /** Problems in addition to those of its form. */
  readonly problems?: readonly ProblemCode[];
  readonly handle: (request: AdminRequest) => Promise<AdminAnswer>;
}

type Definition<Id extends OperationId> = Omit<AdminRoute, "operationId" | "method" | "path" | "query" | "body" | "handle"> & {
  readonly body?: Partial<Omit<BodyRule, "schema" | "required">>;
  readonly handle: (request: AdminRequest<OperationPart<Id, "query">>) => Promise<AdminAnswer>;
};

const jsonTypes = ["application/json"] as const;
const mergeTypes = ["application/merge-patch+json", "application/json"] as const;

/** Returns whether viewers can plan what the route does: editors' edits of the configuration. */
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

/** Answer to an edit of something that exists. */
export const changedAnswer = {
  description: "The change, or its preview",
  headers: ["etag"],
} as const;

/** Answer to an undo. */
export const reversedAnswer = { description: "The change, or its preview" } as const;

/** Answer to a PUT that creates a resource. */
export const createdAnswer = { description: "Created", headers: ["etag", "location"] } as const;

/** Answer to a GET whose If-None-Match names the current ETag. */
export const unchangedAnswer = {
  description: "Unchanged since an ETag of If-None-Match",
  headers: ["etag"],
} as const;

/** Answer to an edit with `?propose=`. */
export const proposedAnswer = {
  202: { description: "Saved as a proposal; nothing has changed yet", schema: proposedChange },
} as const;

/** The part of a request that its path gives. */
interface Addressed {
  readonly params: Readonly<Record<string, string>>;
}

/** @throws not_found: no project can have such an id */
export function readProjectId({ params }: Addressed): string {
  const id = params.project ?? "";
  if (!isSlug(id)) throw projectNotFound();
  return id;
}

/** The project, and the epoch for its entity tags. @throws not_found, unavailable */
export async function loadProjectState(
  { publisher }: { readonly publisher: Publisher },
  request: Addressed,
): Promise<{ readonly state: ProjectState; readonly epoch: string }> {
  const { state, head } = await publisher.read(readProjectId(request));
  if (!findProject(state)) throw projectNotFound();
  return { state, epoch: head.epoch };
}

export function projectNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is no such project.");
}

/** Everyone; any token or session; a role in the project of the path; an administrator of the server. */
export type Permission = "public" | "signed_in" | Role | "administrator";

const permissions: readonly string[] = ["public", "signed_in", ...roles, "administrator"];

/** @throws a defect: the route declares no permission, or requires a project role without a project */
export function checkPermission({
  permission,
  method,
  path,
}: Readonly<Record<"method" | "path", string>> & { readonly permission: Permission }): void {
  if (!permissions.includes(permission)) throw new Error(`${method} ${path} does not say who may use it`);
  if (roles.some((role) => role === permission) !== path.includes("{project}"))
    throw new Error(`${method} ${path}: a route requires a role exactly where the path names a project, not ${permission}`);
}

/** A project is not found for requesters without a role in it. @throws forbidden, not_found */
export function permit(requester: Requester, permission: Permission, project: string | undefined): void {
  if (permission === "public" || permission === "signed_in") return;
  if (permission === "administrator") {
    if (requester.isAdministrator) return;
    throw new DrawbridgeError("forbidden", "Only administrators of this server can do this.");
  }
  const role = requester.roleIn(project ?? "");
  if (isAtLeast(role, permission)) return;
  if (role === null) throw projectNotFound();
  throw new DrawbridgeError("forbidden", `This requires the role ${permission} in the project. Yours is ${role}.`);
}

/** Checks routes with `givesAccess`. @throws forbidden: a token whose creator is disabled or erased */
export async function refuseOrphanedToken(services: { readonly store: Store }, requester: Requester): Promise<void> {
  if (requester.person === null || (await findResponsiblePerson(services, requester)) !== null) return;
  const text =
    "The account of the person who created this access token is disabled or erased, so it can no longer create credentials or " +
    "accounts, grant roles or approve changes. Ask an owner or an administrator for a new token.";
  throw new DrawbridgeError("forbidden", text);
}

/** The person who is asking, or who created the token; null means a token without one, or whose creator is disabled or erased. */
export async function findResponsiblePerson(
  { store }: { readonly store: Store },
  { person, session }: Pick<Requester, "person" | "session">,
): Promise<string | null> {
  if (person === null || session !== null) return person;
  const maker = await store.accounts.person(person);
  return maker === null || maker.disabledAt !== null ? null : person;
}
