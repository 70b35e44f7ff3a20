import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { isAdminError } from "drawbridge-client/admin";
import { useErrorReason } from "../elements/query-state.tsx";
import type { Verb } from "./use-verb.ts";
import { verbTexts as texts } from "./verb-texts.ts";

type Failed = Pick<Verb<never, unknown>, "error" | "isUnknown" | "isBusy" | "again">;

interface VerbFailureProps {
  readonly run: Failed;
  readonly onDone?: (() => void) | undefined;
}

/** Reason of a failure. If the outcome is unknown, offers a retry that cannot take effect twice. */
export function VerbFailure({ run, onDone }: VerbFailureProps) {
  if (run.error === null) return null;
  return <Failure run={run} error={run.error} onDone={onDone} />;
}

interface FailureProps extends VerbFailureProps {
  readonly error: Error;
}

function Failure({ run, error, onDone }: FailureProps) {
  const reason = useErrorReason(error);
  const errors = isAdminError(error) ? error.errors : [];
  const again = async () => {
    if ((await run.again()) !== null) onDone?.();
  };
  return (
    <Alert color={run.isUnknown ? "caution" : "caution"} role="alert" title={run.isUnknown ? texts.unknown : texts.refused}>
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
