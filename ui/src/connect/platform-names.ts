import { useQuery } from "@tanstack/react-query";
import { platformName, policyListQuery } from "../version-policies/version-policy-list.ts";

export function usePlatformNames(project: string): (id: string) => string {
  const policies = useQuery(policyListQuery(project)).data ?? [];
  return (id) => platformName({ id, policy: policies.find((policy) => policy.id === id) ?? null });
}
