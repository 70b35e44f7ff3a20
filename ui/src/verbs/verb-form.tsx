import { Alert, Button, Divider, Group, List, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useErrorReason } from "../elements/query-state.tsx";
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

interface VerbSectionProps extends Partial<Pick<VerbFormProps, "verb" | "fields">> {
  readonly title: string;
  readonly meaning: string;
  readonly children: ReactNode;
}

/** One action on an item: its meaning, its controls, and the reason why it failed. */
export function VerbSection({ title, meaning, verb, fields = [], children }: VerbSectionProps) {
  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Divider w="100%" />
      <Title order={3}>{title}</Title>
      <Text size="sm">{meaning}</Text>
      {children}
      {verb && <VerbError verb={verb} fields={fields} />}
    </Stack>
  );
}

interface VerbErrorProps {
  readonly verb: Pick<Verb<never, unknown>, "error" | "problemsBeside">;
  /** Fields that show their own problems. */
  readonly fields?: readonly string[];
}

/** Reason why a verb failed, without the problems shown at a field. */
export function VerbError({ verb: { error, problemsBeside }, fields = [] }: VerbErrorProps) {
  if (!error) return null;
  const isAtFields = "errors" in error && Array.isArray(error.errors) && error.errors.length > 0;
  const beside = problemsBeside(fields);
  if (isAtFields && beside.length === 0) return null;
  return <Reason error={error} details={beside.map(({ path, detail }) => (path === "" ? detail : `${path}: ${detail}`))} />;
}

function Reason({ error, details }: { readonly error: Error; readonly details: readonly string[] }) {
  const reason = useErrorReason(error);
  return (
    <Alert color="caution" role="alert">
      {details.length === 0 ? (
        reason
      ) : (
        <List size="sm">
          {details.map((detail) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
