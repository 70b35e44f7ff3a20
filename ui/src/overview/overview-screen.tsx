import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import { useDeferredValue } from "react";
import { Hint } from "../elements/cells.tsx";
import { createKeys, useCreateKey } from "../elements/create-key.ts";
import { Icon } from "../elements/icon.tsx";
import { AnchorLink, ButtonLink, EmptyState, QueryState, Screen, ScreenLink } from "../elements/screen.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { PlatformGlyph } from "../platforms/platform-glyph.tsx";
import { newProjectTexts } from "../projects/new-project-texts.ts";
import { projectListQuery } from "../projects/project-list.ts";
import { overviewRoute } from "../routes.ts";
import { roleIn, useSession } from "../session/session.ts";
import { DayStrip } from "../status/day-strip.tsx";
import { type Fact, findFacts, type Tone, toneOf } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { FactView, OpenState, QuietLine } from "../status/state-view.tsx";
import classes from "../status/status.module.css";
import { statusTexts } from "../status/status-texts.ts";
import { TrafficSparks } from "../status/traffic-spark.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import { ServerNeeds } from "./server-needs.tsx";

export function OverviewScreen() {
  const projects = useQuery(projectListQuery);
  const { administrator } = useSession();
  return (
    <Screen
      title={sharedTexts.screens.overview}
      actions={administrator && projects.data && projects.data.length > 0 && <NewProjectButton variant="default" />}
    >
      {administrator && projects.data && <ServerNeeds />}
      <QueryState query={projects}>
        {(list) => (list.length === 0 ? <NoProjects /> : <ProjectCards projects={list} />)}
      </QueryState>
    </Screen>
  );
}

function NoProjects() {
  const { administrator } = useSession();
  return (
    <EmptyState
      title={administrator ? texts.emptyTitle : texts.noneTitle}
      action={administrator && <NewProjectButton variant="filled" />}
    >
      {administrator ? texts.empty : texts.none}
    </EmptyState>
  );
}

function NewProjectButton({ variant }: { readonly variant: "default" | "filled" }) {
  const { create } = newProjectTexts;
  const navigate = useNavigate();
  useCreateKey(() => void navigate({ to: "/new-project" }));
  return (
    <ButtonLink to="/new-project" variant={variant} aria-keyshortcuts={createKeys} leftSection={<Icon name="plus" size={1} />}>
      {create}
    </ButtonLink>
  );
}

/** Fewer need no search. */
const manyProjects = 6;
/** Urgent projects are among the first. */
const firstCards = 24;

function ProjectCards({ projects }: { readonly projects: readonly ProjectListItem[] }) {
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
          // A typed letter is no step to go back by.
          onQuery={(typed) => void navigate({ search: { query: typed }, replace: true })}
        />
      )}
      {found.length === 0 && (
        <Text c="dimmed" role="status">
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

const maxFacts = 2;
const maxPlatforms = 3;
const maxGlyphs = 5;

interface ProjectCardProps {
  readonly shown: ShownProject;
  /** Takes the full width, with the day strip. */
  readonly isOnly: boolean;
}

function ProjectCard({ shown: { project, seen, isFailed, tone, facts }, isOnly }: ProjectCardProps) {
  const { id } = project;
  const name = displayName(project);
  return (
    <Paper component="article" withBorder tabIndex={-1} className={classes.card} data-tone={tone} aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <Title order={2} fz="sm" fw={500} lh="sm" style={{ overflowWrap: "anywhere" }}>
            <AnchorLink inherit c="var(--mantine-color-text)" to="/projects/$project" params={{ project: id }}>
              {name}
            </AnchorLink>
          </Title>
          <Group gap={4} wrap="nowrap" c="dimmed">
            {seen?.platforms.slice(0, maxGlyphs).map(({ platform }) => (
              <PlatformGlyph key={platform} platform={platform} />
            ))}
          </Group>
        </Group>
        {seen ? (
          <>
            {(tone === "open" || tone === "unknown") && <OpenState project={id} name={name} tone={tone} />}
            {facts.slice(0, maxFacts).map((fact) => (
              <FactView key={fact.key} project={id} fact={fact} size="md" isMain={fact === facts[0]} />
            ))}
            {facts.length > maxFacts && (
              <ScreenLink project={id} to="/projects/$project" search={{}}>
                {statusTexts.more(facts.length - maxFacts)}
              </ScreenLink>
            )}
            <TrafficSparks platforms={seen.platforms} facts={facts} max={maxPlatforms} isWide={isOnly} />
            {isOnly && <DayStrip project={id} />}
            <QuietLine seen={seen} facts={facts} />
          </>
        ) : (
          <Group className={classes.waiting} align="flex-start" role="status">
            <Hint>{isFailed ? texts.notRead : sharedTexts.states.loading}</Hint>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface ShownProject {
  readonly project: ProjectListItem;
  /** Undefined means not read yet, or `isFailed`. */
  readonly seen: ProjectOverview | undefined;
  readonly isFailed: boolean;
  readonly tone: Tone;
  readonly facts: readonly Fact[];
}

function useShownProjects(projects: readonly ProjectListItem[]): readonly ShownProject[] {
  const me = useSession();
  const now = useNow();
  const read = useQueries({ queries: projects.map(({ id }) => projectOverviewQuery(id)) });
  const shown = projects.map((project, index): ShownProject => {
    const { data: seen, error = null } = read[index] ?? {};
    const facts = seen ? findFacts(seen, me, roleIn(me, project.id), now) : [];
    return { project, seen, isFailed: !seen && error !== null, tone: seen ? toneOf(facts, seen) : "unknown", facts };
  });
  // Cards would move if they were sorted before all are read.
  return shown.every(({ seen, isFailed }) => seen || isFailed) ? shown.toSorted(byUrgency) : shown;
}

const tones: readonly Tone[] = ["closed", "caution", "open", "unknown"];

function byUrgency(a: ShownProject, b: ShownProject): number {
  return rank(a) - rank(b) || nextStart(a) - nextStart(b) || displayName(a.project).localeCompare(displayName(b.project));
}

/** Unreadable projects come before decisions, and decisions before the other open projects. */
function rank({ tone, facts: [first], isFailed }: ShownProject): number {
  if (isFailed) return tones.indexOf("open") - 0.5;
  if (first?.kind === "lockout" && first.tone === "closed") return -1;
  return tones.indexOf(tone) - (first?.kind === "proposal" ? 0.25 : 0);
}

function nextStart({ seen }: ShownProject): number {
  return seen?.next ? Date.parse(seen.next.start) : Number.MAX_SAFE_INTEGER;
}

function displayName({ id, name }: ProjectListItem): string {
  return name === "" ? id : name;
}
