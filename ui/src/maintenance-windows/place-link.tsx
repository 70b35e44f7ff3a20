import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { projectEntries, type ScreenName } from "../shell/navigation.ts";
import { usePlace } from "../shell/use-place.ts";

export interface PlaceLinkProps {
  readonly project: string;
  readonly screen: ScreenName;
  /** Of its address, after the question mark. */
  readonly search: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** To another screen of the project; nothing where there is no such screen. */
export function PlaceLink({ project, screen, search, children }: PlaceLinkProps) {
  const { has } = usePlace();
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
