/** The read keys of a project, and the form of a new one. */
import { queryOptions } from "@tanstack/react-query";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReadKeyAnswer, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { parseExpiry } from "../credentials/expiry-field.tsx";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { usageEvery } from "../usage/usage-list.ts";

/** Role required to create and revoke keys. */
export const requiredRole: Role = "owner";

export function readKeyListQuery(project: string) {
  // It includes the last use, which no commit announces.
  return queryOptions({
    queryKey: projectQueryKey(project, "keys"),
    queryFn: () => admin.listAll("listReadKeys", { project }),
    refetchInterval: usageEvery,
  });
}

export function platformListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "policies"),
    queryFn: () => admin.listAll("listPolicies", { project }),
  });
}

export interface ReadKeyForm {
  readonly name: string;
  /** Text of an imported key. */
  readonly value: string;
  readonly endpoints: "both" | Endpoint;
  /** Empty: all. */
  readonly platforms: readonly string[];
  readonly instances: readonly string[];
  /** On the browser's clock; "": never. */
  readonly expiry: string;
  readonly rehearsal: "none" | "at" | "ignore";
  /** On the browser's clock. */
  readonly rehearsedAt: string;
}

export const emptyForm: ReadKeyForm = {
  name: "",
  value: "",
  endpoints: "both",
  platforms: [],
  instances: [],
  expiry: "",
  rehearsal: "none",
  rehearsedAt: "",
};

export function createKey(project: string, isImport: boolean, form: ReadKeyForm, idempotencyKey: string): Promise<ReadKeyAnswer> {
  const { name, value, endpoints, platforms, instances, expiry } = form;
  const body = {
    name,
    endpoints: endpoints === "both" ? null : [endpoints],
    platforms: platforms.length === 0 ? null : platforms,
    instances: instances.length === 0 ? null : instances,
    expires_at: parseExpiry(expiry),
  };
  if (isImport) return admin.importReadKey({ project, body: { ...body, value }, idempotencyKey });
  const rehearsal = rehearsalOf(form);
  return admin.createReadKey({ project, body: { ...body, ...(rehearsal === null ? {} : { rehearsal }) }, idempotencyKey });
}

function rehearsalOf({ rehearsal, rehearsedAt }: ReadKeyForm): Rehearsal | null {
  if (rehearsal === "none") return null;
  return rehearsal === "ignore" ? { ignore_maintenance: true } : { at: parseExpiry(rehearsedAt) ?? "" };
}
