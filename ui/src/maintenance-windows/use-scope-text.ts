import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { occurrenceTexts as texts } from "../occurrence/occurrence-texts.ts";
import { formatList } from "../texts/formats.ts";

/** Names listed before the rest is counted. */
const maxNames = 12;

/** Describes the scope of an occurrence by names, as a phrase without a period. */
export function useScopeText(project: string, head: Project | undefined): (occurrence: ListedOccurrence) => string {
  const instances = useQuery(instanceListQuery(project));
  const said = (names: readonly string[]) => {
    const rest = names.length - maxNames;
    return rest > 0 ? formatList([...names.slice(0, maxNames), texts.andMore(rest)]) : formatList(names);
  };
  const named = (id: string) => {
    const instance = instances.data?.find((each) => each.id === id);
    return instance ? `${instanceDisplayName(instance, head?.languages ?? [])} (${id})` : id;
  };
  return (occurrence) => {
    if (occurrence.platforms) return texts.platformsOf(said(occurrence.platforms));
    if (occurrence.instances) return texts.instancesOf(said(occurrence.instances.map(named)));
    return texts.whole;
  };
}
