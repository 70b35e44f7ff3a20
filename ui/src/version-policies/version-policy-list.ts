import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { admin, projectQuery } from "../server-connection.ts";

/** Platform of a project; every project has some built-in ones. */
export interface ListedPlatform {
  readonly id: string;
  readonly policy: Platform | null;
}

export const policyListQuery = projectQuery("policies", (project) => admin.listAll("listPlatforms", { project }));

export const answerQuery = projectQuery("answer", (project, platform: string, version: string) =>
  admin.simulate({ project, platform, version }),
);

export function listPlatforms(policies: readonly Platform[]): readonly ListedPlatform[] {
  const undeclared = builtInPlatforms.filter((name) => !policies.some(({ id }) => id === name));
  return [...policies.map((policy) => ({ id: policy.id, policy })), ...undeclared.map((id) => ({ id, policy: null }))];
}

const usualNames = namesIn({});

export function platformName({ id, policy }: ListedPlatform): string {
  return policy?.name ?? usualNames.platform(id);
}

export function usePlatformNames(project: string): (id: string) => string {
  const policies = useQuery(policyListQuery(project)).data ?? [];
  return (id) => platformName({ id, policy: policies.find((policy) => policy.id === id) ?? null });
}
