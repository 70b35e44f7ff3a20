import { queryOptions } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Platform of a project; every project has some built-in ones. */
export interface ListedPlatform {
  readonly id: string;
  readonly policy: Platform | null;
}

export function policyListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "policies"),
    queryFn: () => admin.listAll("listPlatforms", { project }),
  });
}

/** Current answer to an app of this version, for the published configuration. */
export function answerQuery(project: string, platform: string, version: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "answer", platform, version),
    queryFn: () => admin.simulate({ project, platform, version }),
  });
}

/** Platforms with a policy first. */
export function listPlatforms(policies: readonly Platform[]): readonly ListedPlatform[] {
  const undeclared = builtInPlatforms.filter((name) => !policies.some(({ id }) => id === name));
  return [...policies.map((policy) => ({ id: policy.id, policy })), ...undeclared.map((id) => ({ id, policy: null }))];
}

const usualNames = namesIn({});

export function platformName({ id, policy }: ListedPlatform): string {
  return policy?.name ?? usualNames.platform(id);
}
