/** Access tokens of the installation, or of a project: read, made and revoked alike. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ChangedAccessToken, CreatedAccessToken, ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { instantOf } from "../credentials/expiry-field.tsx";
import { keyOf, serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Whoever makes and ends the tokens of a project, and sees them. */
export const keeper: Role = "owner";

/** @param project null: of the installation */
export function accessTokenListQuery(project: string | null) {
  return queryOptions({
    queryKey: project === null ? serverKey("tokens") : keyOf(project, "tokens"),
    queryFn: () => (project === null ? admin.listAll("listAccessTokens") : admin.listAll("listProjectAccessTokens", { project })),
  });
}

export interface AccessTokenForm {
  readonly name: string;
  readonly role: Role;
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: AccessTokenForm = { name: "", role: "operator", expiry: "" };

export function createToken(
  project: string | null,
  { name, role, expiry }: AccessTokenForm,
  idempotencyKey: string,
): Promise<CreatedAccessToken> {
  const request = { name, expires_at: instantOf(expiry) };
  if (project === null) return admin.createAccessToken({ body: request, idempotencyKey });
  return admin.createProjectAccessToken({ project, body: { ...request, role }, idempotencyKey });
}

export function revokeToken(project: string | null, id: string, idempotencyKey: string): Promise<ChangedAccessToken> {
  if (project === null) return admin.revokeAccessToken({ token: id, idempotencyKey });
  return admin.revokeProjectAccessToken({ project, token: id, idempotencyKey });
}

export function isFound(token: ListedAccessToken, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [token.name, token.id, token.last4].some((text) => text.toLowerCase().includes(wanted));
}
