import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";

const { platform: usualName } = namesIn({});

/** Names of the project's platforms by id. */
export function usePlatformNames(project: string): (id: string) => string {
  const policies = useQuery(policyListQuery(project)).data ?? [];
  return (id) => policies.find((policy) => policy.id === id)?.name ?? usualName(id);
}
