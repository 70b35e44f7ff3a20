import { Anchor } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";

export interface ScreenLinkProps {
  readonly project: string;
  /** Of a route of a project: `/projects/$project/timeline`. */
  readonly to: string;
  /** After the question mark: what is to be open there. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly children: string;
}

/** In a text, to where something of the project is seen best; the text alone where there is no such screen. */
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
