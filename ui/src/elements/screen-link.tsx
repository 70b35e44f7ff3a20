import { Anchor } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";

interface ScreenLinkProps {
  readonly project: string;
  /** Route of a project: `/projects/$project/timeline`. */
  readonly to: string;
  /** Search parameters: what to open there. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly children: string;
}

/** Inline link to a screen of the project; plain text if that screen does not exist. */
export function ScreenLink({ project, to, search, children }: ScreenLinkProps) {
  const { routesByPath } = useRouter();
  if (!Object.hasOwn(routesByPath, to)) return children;
  return (
    <Anchor
      fz="sm"
      underline="always"
      renderRoot={(props) => (
        // Which screens there are is known when the program runs.
        <Link {...props} to={to as "/projects/$project/instances"} params={{ project }} search={search as object}>
          {children}
        </Link>
      )}
    />
  );
}
