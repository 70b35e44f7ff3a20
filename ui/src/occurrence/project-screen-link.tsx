import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { projectEntries, type ScreenName, useScreenLocation } from "../shell/navigation.ts";

interface PlaceLinkProps {
  readonly project: string;
  readonly screen: ScreenName;
  /** Search parameters of the screen. */
  readonly search: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** Link to another screen of the project; renders nothing if the screen is unavailable. */
export function ProjectScreenLink({ project, screen, search, children }: PlaceLinkProps) {
  const { has } = useScreenLocation();
  const entry = projectEntries.find((each) => each.screen === screen);
  if (!entry || !has(entry)) return null;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        // Which screens there are is known when the program runs: `has` has looked.
        <Link {...props} to={entry.path as "/projects/$project/instances"} params={{ project }} search={search as object} />
      )}
    >
      {children}
    </Anchor>
  );
}
