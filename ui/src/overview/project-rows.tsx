import { Anchor, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import { memo, useDeferredValue } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { useNow } from "../elements/use-now.ts";
import { requiredRole } from "../maintenance/maintenance-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type OverviewSearch, overviewRoute, type ProjectFilter, projectFilters } from "./overview-route.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import { ActiveMaintenance, NeedsAttention, NextMaintenance } from "./project-now.tsx";
import {
  inOrder,
  matchesFilter,
  type ProjectRow,
  projectDisplayName,
  projectOverviewQuery,
  projectRow,
} from "./project-overview.ts";

/** With fewer there is nothing to search for. */
const manyProjects = 6;

export function ProjectRows({ projects }: { readonly projects: readonly ProjectListItem[] }) {
  const { query = "", show = "all" } = overviewRoute.useSearch();
  // With a hundred projects, results that arrive one by one are rendered at low priority.
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
  readonly show: ProjectFilter;
}

const ShownRows = memo(function ShownRows({ rows, query, show }: ShownRowsProps) {
  // Rows would move while being read if they were sorted before all are loaded.
  const isAllThere = rows.every(({ seen, isFailed }) => seen !== undefined || isFailed);
  const shown = (isAllThere ? inOrder(rows) : rows).filter((row) => matchesFilter(row, show, query));
  return (
    <>
      <Summary rows={rows} shown={shown.length} isAllThere={isAllThere} />
      {shown.length > 0 && <ProjectTable rows={shown} />}
    </>
  );
});

function useRows(projects: readonly ProjectListItem[]): readonly ProjectRow[] {
  const me = useSession();
  const now = useNow();
  const seen = useQueries({ queries: projects.map(({ id }) => projectOverviewQuery(id, me)) });
  return projects.map((project, index) => projectRow(project, seen[index]?.data, seen[index]?.error ?? null, { me, now }));
}

function Filters({ query, show }: { readonly query: string; readonly show: ProjectFilter }) {
  const go = useGo();
  return (
    <Group gap="sm">
      <SearchField label={texts.find} query={query} onQuery={(wanted) => go({ query: wanted })} width={18} />
      <SegmentedControl
        aria-label={texts.show}
        miw={{ base: "100%", xs: "28rem" }}
        value={show}
        onChange={(chosen) => go({ show: chosen === "all" ? undefined : (chosen as ProjectFilter) })}
        data={projectFilters.map((value) => ({ value, label: texts.shows[value] }))}
      />
    </Group>
  );
}

interface SummaryProps {
  readonly rows: readonly ProjectRow[];
  readonly shown: number;
  readonly isAllThere: boolean;
}

/** Counts of projects, active maintenance and items that need attention, in one line. */
function Summary({ rows, shown, isAllThere }: SummaryProps) {
  const { states } = sharedTexts;
  const on = rows.filter(({ running }) => running.length > 0).length;
  const needing = rows.filter(({ needs }) => needs.some(({ urgency }) => urgency !== "hint")).length;
  const parts = [texts.projects(rows.length), texts.inMaintenance(on), texts.needing(needing)];
  return (
    <Text size="sm" c="dimmed" role="status">
      {isAllThere ? parts.join(" · ") : states.loading}
      {shown === 0 && ` · ${texts.noneShown}`}
    </Text>
  );
}

function ProjectTable({ rows }: { readonly rows: readonly ProjectRow[] }) {
  const { screens } = sharedTexts;
  const columns: readonly Column<ProjectRow>[] = [
    { key: "name", title: texts.columns.name, render: ({ project }) => <ProjectName project={project} /> },
    { key: "now", title: texts.columns.now, render: (row) => <ActiveMaintenance row={row} /> },
    { key: "next", title: texts.columns.next, render: (row) => <NextMaintenance row={row} /> },
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
          {projectDisplayName(project)}
        </Link>
      )}
    />
  );
}

/** Leads to the form, in which nothing happens before its second step. */
function StartButton({ project }: { readonly project: ProjectListItem }) {
  return (
    <MayEdit project={project.id} role={requiredRole}>
      <Button
        size="xs"
        variant="light"
        color="closed"
        aria-label={texts.startIn(projectDisplayName(project))}
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
