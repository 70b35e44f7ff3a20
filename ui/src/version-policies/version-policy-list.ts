/** The version policies of a project, what of them a form edits, and what an app is answered by them. */
import { queryOptions } from "@tanstack/react-query";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { everyProjectHas } from "./version-rules.ts";

/** A platform of a project; every project has some that nobody declared. */
export interface ListedPlatform {
  readonly id: string;
  /** Null: it has no policy. */
  readonly policy: Policy | null;
}

export function policyListQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "policies"), queryFn: () => admin.listAll("listPolicies", { project }) });
}

/** What an app of this version is answered at this moment, by what is published. */
export function answerQuery(project: string, platform: string, version: string) {
  return queryOptions({
    queryKey: keyOf(project, "answer", platform, version),
    queryFn: () => admin.simulate({ project, platform, version }),
    enabled: version !== "",
  });
}

/** Those with a policy first. */
export function platformsOf(policies: readonly Policy[]): readonly ListedPlatform[] {
  const undeclared = everyProjectHas.filter((name) => !policies.some(({ id }) => id === name));
  return [...policies.map((policy) => ({ id: policy.id, policy })), ...undeclared.map((id) => ({ id, policy: null }))];
}

export function formOf({ id: _id, revision: _revision, etag: _etag, ...form }: Policy): PolicyForm {
  return form;
}
