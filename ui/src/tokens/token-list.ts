/** Queries and requests for tokens, of the installation or of a project. */
import { queryOptions } from "@tanstack/react-query";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ChangedToken, CreatedToken } from "drawbridge-rules/wire/token.ts";
import { parseExpiry } from "../credentials/expiry-field.tsx";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Role required to create and revoke tokens of a project. */
export const requiredRoles = { access: "owner", calendar: "operator" } as const satisfies Partial<Record<TokenKind, Role>>;

/** @param project null: of the installation */
export function tokenListQuery(project: string | null, kind: TokenKind) {
  return queryOptions({
    queryKey: project === null ? serverQueryKey("tokens", kind) : projectQueryKey(project, "tokens", kind),
    queryFn: () =>
      project === null ? admin.listAll("listTokens", { kind }) : admin.listAll("listProjectTokens", { project, kind }),
  });
}

export interface TokenForm {
  readonly name: string;
  /** Used by an access token of a project. */
  readonly role: Role;
  /** Used by a calendar; "": all of the project. */
  readonly instance: string;
  /** Used by an edge token. */
  readonly opens: "all" | "some";
  /** Ids; used if it opens only some projects. */
  readonly projects: readonly string[];
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: TokenForm = { name: "", role: "operator", instance: "", opens: "all", projects: [], expiry: "" };

export function createToken(
  project: string | null,
  kind: TokenKind,
  { name, role, instance, opens, projects, expiry }: TokenForm,
  idempotencyKey: string,
): Promise<CreatedToken> {
  const scope = {
    access: project === null ? {} : { role },
    calendar: instance === "" ? {} : { instance },
    edge: opens === "all" ? {} : { projects },
  };
  const body = { kind, name, expires_at: parseExpiry(expiry), ...scope[kind] };
  return project === null
    ? admin.createToken({ body, idempotencyKey })
    : admin.createProjectToken({ project, body, idempotencyKey });
}

export function revokeToken(project: string | null, id: string, idempotencyKey: string): Promise<ChangedToken> {
  if (project === null) return admin.revokeToken({ token: id, idempotencyKey });
  return admin.revokeProjectToken({ project, token: id, idempotencyKey });
}
