/** Edge tokens, by which edges read the configuration. */
import { queryOptions } from "@tanstack/react-query";
import { parseExpiry } from "../credentials/expiry-field.tsx";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const edgeTokenListQuery = queryOptions({
  queryKey: serverQueryKey("edge-tokens"),
  queryFn: () => admin.listAll("listEdgeTokens"),
});

export interface EdgeTokenForm {
  readonly name: string;
  readonly opens: "all" | "some";
  /** Ids; used if it opens only some projects. */
  readonly projects: readonly string[];
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: EdgeTokenForm = { name: "", opens: "all", projects: [], expiry: "" };

export function createEdgeToken({ name, opens, projects, expiry }: EdgeTokenForm, idempotencyKey: string) {
  const body = { name, projects: opens === "all" ? null : projects, expires_at: parseExpiry(expiry) };
  return admin.createEdgeToken({ body, idempotencyKey });
}
