import { Text } from "@mantine/core";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import { useDeferredValue } from "react";
import { SearchField } from "../elements/search-field.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import classes from "../status/status.module.css";
import { overviewRoute } from "./overview-route.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import { ProjectCard } from "./project-card.tsx";
import { useShownProjects } from "./shown-projects.ts";

/** With fewer there is nothing to search for. */
const manyProjects = 6;
/** Cards drawn initially: what burns is among them. */
const firstCards = 24;

/** The projects as cards, those that burn first. */
export function ProjectCards({ projects }: { readonly projects: readonly ProjectListItem[] }) {
  const { query = "" } = overviewRoute.useSearch();
  const navigate = overviewRoute.useNavigate();
  const shown = useShownProjects(projects);
  const wanted = useDeferredValue(query.trim().toLowerCase());
  const found = shown.filter(({ project: { id, name } }) => [id, name].some((text) => text.toLowerCase().includes(wanted)));
  return (
    <>
      {projects.length >= manyProjects && (
        <SearchField
          label={texts.find}
          query={query}
          // A letter typed into the search is no step to go back by.
          onQuery={(typed) => void navigate({ search: { query: typed }, replace: true })}
        />
      )}
      {found.length === 0 && (
        <Text fz="sm" c="dimmed" role="status">
          {texts.noneFound}
        </Text>
      )}
      <div className={classes.grid} data-single={projects.length === 1 || undefined}>
        <ShowMore items={found} first={firstCards} keyOf={({ project }) => project.id}>
          {(each) => <ProjectCard shown={each} isOnly={projects.length === 1} />}
        </ShowMore>
      </div>
    </>
  );
}
