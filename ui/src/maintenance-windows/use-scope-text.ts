import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { instanceListQuery, nameOf } from "../instances/instance-list.ts";
import { useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { occurrenceTexts } from "./occurrence-texts.ts";

/** Names that are said before the rest is counted. */
const mostNames = 12;

/** Whom it covers, by name: a sentence without its end. */
export function useScopeText(project: string, head: Project | undefined): (occurrence: ListedOccurrence) => string {
  const texts = useTexts(occurrenceTexts);
  const { list } = useFormats();
  const instances = useQuery(instanceListQuery(project));
  const said = (names: readonly string[]) => {
    const rest = names.length - mostNames;
    return rest > 0 ? list([...names.slice(0, mostNames), texts.andMore(rest)]) : list(names);
  };
  const named = (id: string) => {
    const instance = instances.data?.find((each) => each.id === id);
    return instance ? `${nameOf(instance, head?.languages ?? [])} (${id})` : id;
  };
  return (occurrence) => {
    if (occurrence.platforms) return texts.platformsOf(said(occurrence.platforms));
    if (occurrence.instances) return texts.instancesOf(said(occurrence.instances.map(named)));
    return texts.whole;
  };
}
