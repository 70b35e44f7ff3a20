/** What a route of the admin API is: its place, its permission, what it takes and answers, and its handler, all beside each other. */
import type { z } from "@hono/zod-openapi";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Publisher } from "../../publisher.ts";
import type { Store } from "../../store/store.ts";
import type { TextDocument } from "../../text-document.ts";
import type { ProblemCode } from "../problem.ts";
import type { Log } from "../traffic.ts";
import type { AccessTokenRing } from "./access-token-ring.ts";
import type { GrantRing } from "./grant-ring.ts";
import type { Permission } from "./permission.ts";
import type { Requester } from "./requester.ts";

/** What the admin API works on. */
export interface Workings {
  readonly store: Store;
  /** `memory`, `sqlite` …: what `status` says. */
  readonly storeKind: string;
  readonly publisher: Publisher;
  readonly catalog: Catalog;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where people reach this API, without a path: what links begin with. */
  readonly publicUrl: () => string;
  /** Of the program. */
  readonly version: string;
  readonly log: Log;
}

export type Method = "get" | "put" | "patch" | "delete" | "post";

export type MediaType = "application/json" | "application/yaml" | "application/merge-patch+json";

export interface BodyRule {
  readonly types: readonly MediaType[];
  /** For the document; and for `readFields` where it is not in manifest form. */
  readonly schema: z.ZodType;
  readonly required: boolean;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly type: MediaType;
  readonly text: TextDocument;
}

export interface AdminRequest<Query = unknown> {
  readonly requester: Requester;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Decoded, once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  /** Null: none was sent, or the route takes none. */
  readonly body: RequestBody | null;
  /** Of method, path, query and body. */
  readonly digest: string;
}

export interface AdminAnswer {
  readonly status: number;
  /** Sent as JSON; a text is sent as it is, with the Content-Type among the headers. */
  readonly body: object | string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success, for the document. */
export interface AnswerRule {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Of the same content; JSON alone unless said. */
  readonly types?: readonly MediaType[];
  /** Names of headers that it has besides those of every answer. */
  readonly headers?: readonly ("etag" | "location" | "vary")[];
}

export interface AdminRoute {
  readonly permission: Permission;
  readonly method: Method;
  /** As in the document: `/admin/v1/projects/{project}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly body?: BodyRule;
  /** Names of request headers that it heeds. */
  readonly heeds?: readonly ("if-match" | "if-none-match" | "idempotency-key" | "accept")[];
  readonly answers: Readonly<Record<number, AnswerRule>>;
  /** What it can refuse besides what every route of its form can. */
  readonly problems?: readonly ProblemCode[];
  readonly handle: (request: AdminRequest) => Promise<AdminAnswer>;
}

type Definition<Query extends z.ZodObject> = Omit<AdminRoute, "query" | "handle"> & {
  readonly query: Query;
  readonly handle: (request: AdminRequest<z.infer<Query>>) => Promise<AdminAnswer>;
};

/** A route with a query: its handler gets what the query's schema gives. */
export function withQuery<Query extends z.ZodObject>(definition: Definition<Query>): AdminRoute {
  return { ...definition, handle: (request) => definition.handle(request as AdminRequest<z.infer<Query>>) };
}
