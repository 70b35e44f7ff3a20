/** The rail: places in quiet groups. */
import { NavLink, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { useProjectName } from "../projects/project-list.ts";
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

export function Navigation({ isLive }: { readonly isLive: boolean | null }) {
  const { shell } = sharedTexts;
  const { project } = useScreenLocation();
  const { administrator } = useSession();
  return (
    <>
      <div className={classes.places}>
        <Entry entry={overviewEntry} project={null} />
        {project !== null && <ProjectPart project={project} />}
        {administrator && <Part title={shell.server} entries={serverEntries} project={null} />}
      </div>
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
