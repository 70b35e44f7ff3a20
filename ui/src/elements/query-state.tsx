import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { isAdminError, isNotFound, isUnreachable } from "drawbridge-client/admin";
import { type ReactNode, useEffect, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";

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
