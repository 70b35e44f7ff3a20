import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { isAdminError } from "drawbridge-client/admin";
import { useReason } from "../elements/error-state.tsx";
import { useTexts } from "../texts/language.tsx";
import type { Verb } from "./use-verb.ts";
import { verbTexts } from "./verb-texts.ts";

type Failed = Pick<Verb<never, unknown>, "error" | "isUnknown" | "isBusy" | "again">;

export interface VerbFailureProps {
  readonly run: Failed;
  readonly onDone?: (() => void) | undefined;
}

/** Why nothing was done; or that nobody knows, and how to find out without doing it twice. */
export function VerbFailure({ run, onDone }: VerbFailureProps) {
  if (run.error === null) return null;
  return <Failure run={run} error={run.error} onDone={onDone} />;
}

interface FailureProps extends VerbFailureProps {
  readonly error: Error;
}

function Failure({ run, error, onDone }: FailureProps) {
  const texts = useTexts(verbTexts);
  const reason = useReason(error);
  const errors = isAdminError(error) ? error.errors : [];
  const again = async () => {
    if ((await run.again()) !== null) onDone?.();
  };
  return (
    <Alert color={run.isUnknown ? "orange" : "red"} role="alert" title={run.isUnknown ? texts.unknown : texts.refused}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{run.isUnknown ? texts.unknownMeaning : reason}</Text>
        {errors.length > 0 && (
          <List size="sm">
            {errors.map(({ path, detail }) => (
              <List.Item key={`${path} ${detail}`}>{path === "" ? detail : `${path}: ${detail}`}</List.Item>
            ))}
          </List>
        )}
        {run.isUnknown && (
          <Button variant="default" size="xs" loading={run.isBusy} onClick={() => void again()}>
            {texts.askAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
