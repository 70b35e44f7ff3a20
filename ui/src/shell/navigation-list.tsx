import { Box, NavLink, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { useProjectName } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Place, useScreenLocation } from "./navigation.ts";
import classes from "./shell.module.css";

export function Navigation({ isLive }: { readonly isLive: boolean | null }) {
  const { shell } = sharedTexts;
  const { project, placesIn } = useScreenLocation();
  const { administrator } = useSession();
  const name = useProjectName(project ?? "");
  return (
    <>
      <Box flex={1} style={{ overflowY: "auto" }}>
        <Part places={placesIn("all")} />
        {project !== null && <Part title={name} places={placesIn("project")} />}
        {project !== null && <Part title={shell.setup} places={placesIn("setup")} />}
        {administrator && <Part title={shell.server} places={placesIn("server")} />}
      </Box>
      {isLive === false && (
        <Text size="xs" c="dimmed" p="xs">
          {shell.notLive}
        </Text>
      )}
    </>
  );
}

function Part({ title, places }: { readonly title?: string; readonly places: readonly Place[] }) {
  return (
    <>
      {title !== undefined && (
        <Text size="xs" c="dimmed" fw={500} px="sm" pt="md" pb={4} truncate>
          {title}
        </Text>
      )}
      {places.map((place) => (
        <Entry key={place.screen} {...place} />
      ))}
    </>
  );
}

function Entry({ screen, path }: Place) {
  const { project, screen: current } = useScreenLocation();
  const isActive = current === screen;
  return (
    <NavLink
      className={classes.link}
      label={sharedTexts.screens[screen]}
      leftSection={<Icon name={screen} />}
      active={isActive}
      aria-current={isActive ? "page" : undefined}
      renderRoot={(props) => (
        // `placesIn` has checked the path at run time.
        // The path of Status begins those of its project's screens.
        <Link
          {...props}
          to={path as "/projects/$project/connect"}
          params={{ project: project ?? "" }}
          activeOptions={{ exact: true }}
        />
      )}
    />
  );
}
