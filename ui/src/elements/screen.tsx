import { Anchor, type AnchorProps, Button, type ButtonProps, Group, Stack, Title } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useProjectName } from "../projects/project-list.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ScreenProps {
  readonly title: string;
  readonly project?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The first screen leaves the focus to the browser. */
let isFirst = true;

export function Screen({ title, project, actions, children }: ScreenProps) {
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { product } = sharedTexts;
  const projectName = useProjectName(project ?? "");
  useEffect(() => {
    // Screen readers announce the new screen, unless one of its fields or an open dialog has the focus.
    const isTaken = root.current?.contains(document.activeElement) || document.activeElement?.closest('[aria-modal="true"]');
    if (!isFirst && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <Stack gap="md" flex={1} ref={root}>
      <title>{[title, projectName, product].filter((text) => text !== "").join(" · ")}</title>
      {/* As high as a button, so that a late one moves nothing. */}
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

export const AnchorLink = createLink((props: AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>) => (
  <Anchor {...props} />
));
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));

/** Any address of a project's screen, which is known only at run time. */
type OneOfProject = "/projects/$project/connect";

interface ScreenLinkProps {
  readonly project: string;
  /** `/projects/$project/maintenance` */
  readonly to: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly children: string;
}

export function ScreenLink({ project, to, search, children }: ScreenLinkProps) {
  return (
    <AnchorLink underline="always" to={to as OneOfProject} params={{ project }} search={search as object}>
      {children}
    </AnchorLink>
  );
}

type ScreenButtonProps = ScreenLinkProps & ButtonProps & { readonly "aria-label"?: string };

export function ScreenButton({ project, to, search, children, ...props }: ScreenButtonProps) {
  return (
    <ButtonLink {...props} to={to as OneOfProject} params={{ project }} search={search as object}>
      {children}
    </ButtonLink>
  );
}
