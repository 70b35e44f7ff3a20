import {
  Alert,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { createLink } from "@tanstack/react-router";
import { isAdminError, isNotFound, isUnreachable } from "drawbridge-client/admin";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
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
      <title>{[...new Set([title, projectName, product])].filter((text) => text !== "").join(" · ")}</title>
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

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data, Error>;
  readonly children: (data: Data) => ReactNode;
}

/** An earlier result stays visible while the query is repeated. */
export function QueryState<Data>({ query, children }: QueryStateProps<Data>) {
  const isGone = isAdminError(query.error) && ["not_found", "forbidden"].includes(query.error.code);
  if (query.data !== undefined && !isGone) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onAgain={() => void query.refetch()} />;
  return <LoadingState />;
}

/** Milliseconds: a fast answer shows no spinner, and a slow one is announced. */
const noticeable = 200;
const late = 5000;

export function LoadingState() {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [noticeable, late].map((ms) => setTimeout(() => setWaited(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <Group role="status" mih="2.5rem" data-loading>
      {waited > 0 && (
        <>
          <Loader size="sm" aria-hidden />
          <Text>{waited === late ? sharedTexts.states.stillLoading : sharedTexts.states.loading}</Text>
        </>
      )}
    </Group>
  );
}

export function ErrorState({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  const { states } = sharedTexts;
  const title = isNotFound(error) ? states.notFound : states.failed;
  return (
    <Alert color={isNotFound(error) ? "gray" : "caution"} title={title} maw="42rem">
      <Stack gap="sm" align="flex-start">
        <Text>{useErrorReason(error)}</Text>
        <Button size="xs" onClick={onAgain}>
          {states.again}
        </Button>
      </Stack>
    </Alert>
  );
}

export function useErrorReason(error: Error): string {
  const { states } = sharedTexts;
  if (isNotFound(error)) return states.notFoundMeaning;
  if (isUnreachable(error)) return states.unreachable;
  if (isAdminError(error) && error.code === "forbidden") return states.forbidden;
  return error.message;
}

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" maw="42rem">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text component="div">{children}</Text>
        {action}
      </Stack>
    </Paper>
  );
}
