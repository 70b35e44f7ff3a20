import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  /** Purpose of the screen, and what happens once there is an entry. */
  readonly children: ReactNode;
  /** The button that creates the first entry. */
  readonly action?: ReactNode;
}

/** Placeholder for an empty list: its purpose, and how to create the first entry. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" maw="42rem">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text component="div" size="sm">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
