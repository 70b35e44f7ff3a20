import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { Verb } from "./use-verb.ts";

interface VerbFormProps {
  readonly verb: Pick<Verb<never, unknown>, "error" | "problemsBeside" | "isBusy">;
  /** Fields that show their own problems. */
  readonly fields: readonly string[];
  /** Label of the button that sends the form. */
  readonly submit: string;
  /** False: the form cannot be sent as it is. */
  readonly isReady?: boolean;
  /** Not called while an earlier request is sent. */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Form of a verb, with the reason why it failed and its buttons. */
export function VerbForm({ verb, fields, submit, isReady = true, onSubmit, onCancel, children }: VerbFormProps) {
  const { actions } = sharedTexts;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !verb.isBusy) void onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={verb.isBusy} disabled={!isReady}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
