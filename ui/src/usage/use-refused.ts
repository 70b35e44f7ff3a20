/** Refused apps, for the screens that report them. */
import { useQuery } from "@tanstack/react-query";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { useSession } from "../session/session.ts";
import { anonymousTexts, type RefusedItem, refusedApps } from "./refused-attention.ts";
import { installationUsageQuery, projectUsageQuery } from "./usage-list.ts";

/** Refused requests of a project; undefined: not loaded yet. */
export function useRefusedAttention(project: string): readonly RefusedItem[] | undefined {
  const usage = useQuery(projectUsageQuery(project)).data;
  const keys = useQuery(readKeyListQuery(project)).data;
  return usage && keys && refusedApps.find({ usage, keys });
}

/** Sentences for requests that belong to no project; empty for users who are no administrators. */
export function useRefusedAnywhere(): readonly string[] {
  const { administrator } = useSession();
  const usage = useQuery({ ...installationUsageQuery, enabled: administrator }).data;
  return usage ? anonymousTexts(usage) : [];
}
