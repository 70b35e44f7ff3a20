/** Queries and requests for access tokens, of the installation or of a project. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ChangedAccessToken, CreatedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { parseExpiry } from "../credentials/expiry-field.tsx";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Role required to list, create and revoke the tokens of a project. */
export const requiredRole: Role = "owner";

/** @param project null: of the installation */
export function accessTokenListQuery(project: string | null) {
  return queryOptions({
    queryKey: project === null ? serverQueryKey("tokens") : projectQueryKey(project, "tokens"),
    queryFn: () => (project === null ? admin.listAll("listAccessTokens") : admin.listAll("listProjectAccessTokens", { project })),
  });
}

interface AccessTokenForm {
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
  const request = { name, expires_at: parseExpiry(expiry) };
  if (project === null) return admin.createAccessToken({ body: request, idempotencyKey });
  return admin.createProjectAccessToken({ project, body: { ...request, role }, idempotencyKey });
}

export function revokeToken(project: string | null, id: string, idempotencyKey: string): Promise<ChangedAccessToken> {
  if (project === null) return admin.revokeAccessToken({ token: id, idempotencyKey });
  return admin.revokeProjectAccessToken({ project, token: id, idempotencyKey });
}
