import { AppShell, NavLink, ScrollArea, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { Icon } from "../elements/icon.tsx";
import { projectListQuery, useProjectName } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import {
  type NavigationEntry,
  overviewEntry,
  projectEntries,
  serverEntries,
  setupEntries,
  useScreenLocation,
} from "./navigation.ts";
import classes from "./shell.module.css";
import { useShortcut } from "./shortcuts.tsx";

export function Navigation({ isLive }: { readonly isLive: boolean | null }) {
  const { shell } = sharedTexts;
  const { project } = useScreenLocation();
  const { administrator } = useSession();
  return (
    <>
      <AppShell.Section grow component={ScrollArea}>
        <Entry entry={overviewEntry} project={null} />
        {project !== null && <ProjectPart project={project} />}
        {administrator && <Part title={shell.server} entries={serverEntries} project={null} />}
      </AppShell.Section>
      {isLive === false && (
        <Text size="xs" c="dimmed" p="xs">
          {shell.notLive}
        </Text>
      )}
    </>
  );
}

function ProjectPart({ project }: { readonly project: string }) {
  return (
    <>
      <Part title={useProjectName(project)} entries={projectEntries} project={project} />
      <Part title={sharedTexts.shell.setup} entries={setupEntries} project={project} />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
  readonly project: string | null;
}

function Part({ title, entries, project }: PartProps) {
  const { has } = useScreenLocation();
  return (
    <>
      <Text size="xs" c="dimmed" fw={500} px="sm" pt="md" pb={4} truncate>
        {title}
      </Text>
      {entries.filter(has).map((entry) => (
        <Entry key={entry.screen} entry={entry} project={project} />
      ))}
    </>
  );
}

function Entry({ entry, project }: { readonly entry: NavigationEntry; readonly project: string | null }) {
  const { screens } = sharedTexts;
  const isActive = useScreenLocation().screen === entry.screen;
  return (
    <NavLink
      className={classes.link}
      label={screens[entry.screen]}
      leftSection={<Icon name={entry.screen} />}
      active={isActive}
      aria-current={isActive ? "page" : undefined}
      renderRoot={(props) => (
        // Which screens there are is known when the program runs: `has` has looked.
        // The path of Status begins those of all screens of its project.
        <Link
          {...props}
          to={entry.path as "/projects/$project/connect"}
          params={{ project: project ?? "" }}
          activeOptions={{ exact: true }}
        />
      )}
    />
  );
}

/** Value that no project id can have. */
const newProject = "+";
/** Maximum number of projects shown in the list. */
const most = 50;

/** Switches to another project on the same screen. */
export function ProjectSwitcher() {
  const { shell } = sharedTexts;
  const place = useScreenLocation();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const projects = useQuery(projectListQuery).data;
  const data = useMemo(() => projects?.map(({ id, name }) => ({ value: id, label: name === "" ? id : name })) ?? [], [projects]);
  useShortcut("p", shell.shortcutOf.project, () => field.current?.focus());
  const { administrator } = useSession();
  const entries = administrator ? [...data, { value: newProject, label: shell.newProject }] : data;
  const shownLabel = data.find(({ value }) => value === place.project)?.label ?? "";
  const goTo = (project: string | null) => {
    if (project === newProject) return void navigate({ to: "/new-project" });
    const there = [...projectEntries, ...setupEntries].filter(place.has);
    const entry: NavigationEntry | undefined = there.find(({ screen }) => screen === place.screen) ?? there[0];
    if (project === null || !entry) return;
    void navigate({ to: entry.path as "/projects/$project/connect", params: { project } });
  };
  return (
    <Select
      ref={field}
      aria-label={shell.project}
      placeholder={shell.findProject}
      leftSection={<Icon name="search" size={1} />}
      nothingFoundMessage={shell.noProjectFound}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      limit={most + 1}
      maw="18rem"
      flex={1}
      data={entries}
      value={place.project}
      onChange={goTo}
      // Typing replaces the name. A click alone would place the caret in it, and typing would append.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onMouseUp={({ currentTarget }) => selectUntouched(currentTarget, shownLabel)}
      filter={({ options, search }) => {
        if (search === shownLabel) return options;
        const found = options.filter((option) => "value" in option && matches(option, search));
        // With more projects than the list shows, the search still finds the others.
        return [...found.filter(isProject).slice(0, most), ...found.filter((option) => !isProject(option))];
      }}
    />
  );
}

/** Keeps what the user selected or typed. */
function selectUntouched(field: HTMLInputElement, shown: string): void {
  if (field.value === shown && field.selectionStart === field.selectionEnd) field.select();
}

function matches({ value, label }: { readonly value: string; readonly label: string }, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return value.includes(wanted) || label.toLowerCase().includes(wanted);
}

function isProject(option: object): boolean {
  return !("value" in option) || option.value !== newProject;
}
