import { Alert, Button, Stack, Text } from "@mantine/core";
import { isAdminError, isNotFound, isUnreachable } from "drawbridge-client/admin";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ErrorStateProps {
  readonly error: Error;
  readonly onAgain: () => void;
}

/** Error of a failed read, with a button to try again. */
export function ErrorState({ error, onAgain }: ErrorStateProps) {
  const { states } = sharedTexts;
  const title = isNotFound(error) ? states.notFound : states.failed;
  return (
    <Alert color={isNotFound(error) ? "gray" : "red"} title={title} maw="42rem">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{useErrorReason(error)}</Text>
        <Button variant="default" size="xs" onClick={onAgain}>
          {states.again}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Reason of a failure as a sentence. */
export function useErrorReason(error: Error): string {
  const { states } = sharedTexts;
  if (isNotFound(error)) return states.notFoundMeaning;
  if (isUnreachable(error)) return states.unreachable;
  if (isAdminError(error) && error.code === "forbidden") return states.forbidden;
  return error.message;
}
