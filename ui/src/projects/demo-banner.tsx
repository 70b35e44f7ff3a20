import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { useScreenLocation } from "../shell/use-screen-location.ts";
import { useTexts } from "../texts/language.tsx";
import classes from "./demo-banner.module.css";
import { demoTexts } from "./demo-texts.ts";
import { projectListQuery } from "./project-list.ts";

/** Says on the screens of the demo's project that it is one; on Now, if it is the only project. */
export function DemoBanner() {
  const texts = useTexts(demoTexts);
  const { project, screen } = useScreenLocation();
  const { administrator } = useSession();
  const projects = useQuery(projectListQuery).data ?? [];
  const demo = projects.find(({ demo: isDemo }) => isDemo)?.id;
  const isOwner = isAtLeast(useRole(demo ?? ""), "owner");
  const isShown = project === null ? screen === "overview" && projects.length === 1 : project === demo;
  if (demo === undefined || !isShown) return null;
  return (
    <Group role="note" className={classes.banner} gap="xs">
      <Text span size="sm">
        {texts.meaning}
      </Text>
      {administrator && (
        <Anchor fz="sm" underline="always" renderRoot={(props) => <Link {...props} to="/projects/new" />}>
          {texts.create}
        </Anchor>
      )}
      {isOwner && (
        <Anchor
          fz="sm"
          underline="always"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/settings" params={{ project: demo }} search={{ section: "delete" }} />
          )}
        >
          {texts.remove}
        </Anchor>
      )}
    </Group>
  );
}
