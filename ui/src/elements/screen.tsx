import { Anchor, Button, type ButtonProps, Group, Stack, Title } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useProjectName } from "../projects/project-list.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ScreenProps {
  readonly title: string;
  /** Project of the screen, if it belongs to one. */
  readonly project?: string;
  /** Buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The first screen leaves the focus where the browser has put it. */
let isFirst = true;

export function Screen({ title, project, actions, children }: ScreenProps) {
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { product } = sharedTexts;
  const projectName = useProjectName(project ?? "");
  useEffect(() => {
    // Screen readers announce the new screen, unless a field of it or of a dialog that was opened meanwhile has the focus.
    const isTaken = root.current?.contains(document.activeElement) || document.activeElement?.closest('[aria-modal="true"]');
    if (!isFirst && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <Stack gap="md" flex={1} ref={root}>
      <title>{[title, projectName, product].filter((text) => text !== "").join(" · ")}</title>
      {/* As high as a button, so that none moves the screen when it appears. */}
      <Group justify="space-between" gap="sm" mih="2.25rem">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface ScreenLinkProps {
  readonly project: string;
  /** Route of a project: `/projects/$project/maintenance`. */
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
        <Link {...props} to={to as "/projects/$project/connect"} params={{ project }} search={search as object}>
          {children}
        </Link>
      )}
    />
  );
}

type ScreenButtonProps = ScreenLinkProps & ButtonProps & { readonly "aria-label"?: string };

/** Button that leads to a screen of the project. */
export function ScreenButton({ project, to, search, children, ...props }: ScreenButtonProps) {
  return (
    <Button
      variant="default"
      {...props}
      renderRoot={(root) => (
        <Link {...root} to={to as "/projects/$project/connect"} params={{ project }} search={search as object} />
      )}
    >
      {children}
    </Button>
  );
}
