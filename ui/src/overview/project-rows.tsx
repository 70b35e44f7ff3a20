import { Anchor, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import { memo, useDeferredValue } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { useNow } from "../elements/use-now.ts";
import { neededRole } from "../maintenance-now/maintenance-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { useFormats } from "../texts/formats.ts";
import { useLanguage, useSharedTexts, useTexts } from "../texts/language.tsx";
import type { Same, Texts } from "../texts/texts.ts";
import { type OverviewSearch, overviewRoute } from "./overview-route.ts";
import { overviewTexts } from "./overview-texts.ts";
import { ComesNext, NeedsAttention, OnNow } from "./project-now.tsx";
import { inOrder, isShown, nameOf, type ProjectRow, projectOverviewQuery, rowOf } from "./project-overview.ts";
import { type Show, shows } from "./show.ts";

/** With fewer there is nothing to search for. */
const manyProjects = 6;

export function ProjectRows({ projects }: { readonly projects: readonly ProjectListItem[] }) {
  const { query = "", show = "all" } = overviewRoute.useSearch();
  // Of a hundred projects, what comes in of one after the other is shown when there is time for it.
  const rows = useDeferredValue(useRows(projects));
  return (
    <>
      {projects.length >= manyProjects && <Filters query={query} show={show} />}
      <ShownRows rows={rows} query={useDeferredValue(query)} show={show} />
    </>
  );
}

interface ShownRowsProps {
  readonly rows: readonly ProjectRow[];
  readonly query: string;
  readonly show: Show;
}

const ShownRows = memo(function ShownRows({ rows, query, show }: ShownRowsProps) {
  // Where some are not there yet, they would move about while somebody reads.
  const isAllThere = rows.every(({ seen, isFailed }) => seen !== undefined || isFailed);
  const shown = (isAllThere ? inOrder(rows) : rows).filter((row) => isShown(row, show, query));
  return (
    <>
      <Summary rows={rows} shown={shown.length} isAllThere={isAllThere} />
      {shown.length > 0 && <ProjectTable rows={shown} />}
    </>
  );
});

function useRows(projects: readonly ProjectListItem[]): readonly ProjectRow[] {
  const me = useSession();
  const { language, locale } = useLanguage();
  const formats = useFormats();
  const now = useNow();
  const seen = useQueries({ queries: projects.map(({ id }) => projectOverviewQuery(id, me)) });
  const say = <T,>(texts: Texts<T>): Same<T> => texts[language];
  return projects.map((project, index) =>
    rowOf(project, seen[index]?.data, seen[index]?.error ?? null, { me, now, formats, locale, say }),
  );
}

function Filters({ query, show }: { readonly query: string; readonly show: Show }) {
  const texts = useTexts(overviewTexts);
  const go = useGo();
  return (
    <Group gap="sm">
      <SearchField label={texts.find} query={query} onQuery={(wanted) => go({ query: wanted })} width={18} />
      <SegmentedControl
        aria-label={texts.show}
        miw={{ base: "100%", xs: "28rem" }}
        value={show}
        onChange={(chosen) => go({ show: chosen === "all" ? undefined : (chosen as Show) })}
        data={shows.map((value) => ({ value, label: texts.shows[value] }))}
      />
    </Group>
  );
}

interface SummaryProps {
  readonly rows: readonly ProjectRow[];
  readonly shown: number;
  readonly isAllThere: boolean;
}

/** In one line, for whoever has time for no more. */
function Summary({ rows, shown, isAllThere }: SummaryProps) {
  const texts = useTexts(overviewTexts);
  const { states } = useSharedTexts();
  const { locale } = useLanguage();
  const on = rows.filter(({ running }) => running.length > 0).length;
  const needing = rows.filter(({ needs }) => needs.some(({ urgency }) => urgency !== "hint")).length;
  const parts = [texts.projects(rows.length, locale), texts.inMaintenance(on, locale), texts.needing(needing, locale)];
  return (
    <Text size="sm" c="dimmed" role="status">
      {isAllThere ? parts.join(" · ") : states.loading}
      {shown === 0 && ` · ${texts.noneShown}`}
    </Text>
  );
}

function ProjectTable({ rows }: { readonly rows: readonly ProjectRow[] }) {
  const texts = useTexts(overviewTexts);
  const { screens } = useSharedTexts();
  const columns: readonly Column<ProjectRow>[] = [
    { key: "name", title: texts.columns.name, render: ({ project }) => <ProjectName project={project} /> },
    { key: "now", title: texts.columns.now, render: (row) => <OnNow row={row} /> },
    { key: "next", title: texts.columns.next, render: (row) => <ComesNext row={row} /> },
    { key: "attention", title: texts.columns.attention, render: (row) => <NeedsAttention row={row} /> },
    { key: "start", title: texts.columns.start, render: ({ project }) => <StartButton project={project} /> },
  ];
  return <DataTable label={screens.overview} rows={rows} rowKey={({ project }) => project.id} columns={columns} />;
}

function ProjectName({ project }: { readonly project: ProjectListItem }) {
  return (
    <Anchor
      fz="sm"
      fw={600}
      renderRoot={(props) => (
        <Link {...props} to="/projects/$project/maintenance" params={{ project: project.id }}>
          {nameOf(project)}
        </Link>
      )}
    />
  );
}

/** Leads to the form, in which nothing happens before its second step. */
function StartButton({ project }: { readonly project: ProjectListItem }) {
  const texts = useTexts(overviewTexts);
  return (
    <MayEdit project={project.id} role={neededRole}>
      <Button
        size="xs"
        variant="light"
        color="red"
        aria-label={texts.startIn(nameOf(project))}
        renderRoot={(props) => (
          <Link {...props} to="/projects/$project/maintenance" params={{ project: project.id }} search={{ start: true }} />
        )}
      >
        {texts.start}
      </Button>
    </MayEdit>
  );
}

/** A letter typed into the search is no step to go back by. */
function useGo(): (search: OverviewSearch) => void {
  const navigate = overviewRoute.useNavigate();
  return (search) => void navigate({ search: (before) => ({ ...before, ...search }), replace: true });
}
