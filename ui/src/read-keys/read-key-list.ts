/** The read keys of a project, and what a form makes one from. */
import { queryOptions } from "@tanstack/react-query";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReadKey, ReadKeyRequest, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { instantOf } from "../credentials/expiry-field.tsx";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { usageEvery } from "../usage/usage-list.ts";

/** Whoever makes and ends keys. */
export const keeper: Role = "owner";

export function readKeyListQuery(project: string) {
  // It says who asks too, which no commit tells of.
  return queryOptions({
    queryKey: keyOf(project, "keys"),
    queryFn: () => admin.listAll("listReadKeys", { project }),
    refetchInterval: usageEvery,
  });
}

export function platformListQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "policies"), queryFn: () => admin.listAll("listPolicies", { project }) });
}

export interface ReadKeyForm {
  readonly name: string;
  readonly endpoints: "both" | Endpoint;
  /** None: every one. */
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
  endpoints: "both",
  platforms: [],
  instances: [],
  expiry: "",
  rehearsal: "none",
  rehearsedAt: "",
};

export function requestOf(form: ReadKeyForm): ReadKeyRequest {
  const rehearsal = rehearsalOf(form);
  return {
    name: form.name,
    endpoints: form.endpoints === "both" ? null : [form.endpoints],
    platforms: form.platforms.length === 0 ? null : form.platforms,
    instances: form.instances.length === 0 ? null : form.instances,
    expires_at: instantOf(form.expiry),
    ...(rehearsal === null ? {} : { rehearsal }),
  };
}

export function isFound(key: ReadKey, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [key.name, key.id, key.last4].some((text) => text.toLowerCase().includes(wanted));
}

function rehearsalOf({ rehearsal, rehearsedAt }: ReadKeyForm): Rehearsal | null {
  if (rehearsal === "none") return null;
  return rehearsal === "ignore" ? { ignore_maintenance: true } : { at: instantOf(rehearsedAt) ?? "" };
}
