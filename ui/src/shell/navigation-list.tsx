import { AppShell, NavLink, ScrollArea, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { useProjectName } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type NavigationEntry, overviewEntry, projectEntries, serverEntries, useScreenLocation } from "./navigation.ts";
import classes from "./shell.module.css";

export function Navigation({ isLive }: { readonly isLive: boolean | null }) {
  const { shell } = sharedTexts;
  const { project, has } = useScreenLocation();
  const { administrator } = useSession();
  const ofServer = administrator ? serverEntries.filter(has) : [];
  return (
    <>
      <AppShell.Section grow component={ScrollArea}>
        <Entry entry={overviewEntry} project={null} />
        {project !== null && <ProjectPart project={project} />}
        {ofServer.length > 0 && <PartTitle>{shell.server}</PartTitle>}
        {ofServer.map((entry) => (
          <Entry key={entry.screen} entry={entry} project={null} />
        ))}
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
  const { has } = useScreenLocation();
  return (
    <>
      <PartTitle>{useProjectName(project)}</PartTitle>
      {projectEntries.filter(has).map((entry) => (
        <Entry key={entry.screen} entry={entry} project={project} />
      ))}
    </>
  );
}

function PartTitle({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed" fw={650} px="sm" pt="md" pb={4} truncate>
      {children}
    </Text>
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
        <Link {...props} to={entry.path as "/projects/$project/instances"} params={{ project: project ?? "" }} />
      )}
    />
  );
}
