import { Alert, Button, Divider, Group, List, Stack, Text, Title } from "@mantine/core";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { ReactNode } from "react";
import { Form } from "../elements/form-fields.tsx";
import { useErrorReason } from "../elements/query-state.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb, type Verb } from "./use-verb.ts";
import { verbTexts as texts } from "./verb-texts.ts";

interface VerbFormProps {
  readonly verb: Verb<never, unknown>;
  /** Fields that show their own problems. */
  readonly fields: readonly string[];
  readonly submit: string;
  readonly isReady?: boolean;
  /** Not called while an earlier request is sent. */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

export function VerbForm({ verb, fields, submit, isReady = true, onSubmit, onCancel, children }: VerbFormProps) {
  return (
    <Form onSubmit={() => isReady && !verb.isBusy && onSubmit()}>
      <Stack gap="md">
        {children}
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          {onCancel && <Button onClick={onCancel}>{sharedTexts.actions.cancel}</Button>}
          <Button variant="filled" type="submit" loading={verb.isBusy} disabled={!isReady}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface VerbSectionProps extends Partial<Pick<VerbFormProps, "verb" | "fields">> {
  readonly title: string;
  readonly meaning: string;
  readonly children: ReactNode;
}

export function VerbSection({ title, meaning, verb, fields = [], children }: VerbSectionProps) {
  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Divider w="100%" />
      <Title order={3}>{title}</Title>
      <Text>{meaning}</Text>
      {children}
      {verb && <VerbError verb={verb} fields={fields} />}
    </Stack>
  );
}

interface VerbButtonProps<Answer> {
  readonly size?: string;
  readonly variant?: string;
  readonly "aria-label"?: string;
  readonly children: string;
  readonly project?: string | null;
  readonly send: (idempotencyKey: string) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
}

export function VerbButton<Answer>({ project = null, send, onDone, ...props }: VerbButtonProps<Answer>) {
  const verb = useVerb(
    project,
    (_: null, idempotencyKey) => send(idempotencyKey),
    (_, answer) => onDone?.(answer),
  );
  return (
    <>
      <Button loading={verb.isBusy} onClick={() => void verb.run(null)} {...props} />
      <VerbError verb={verb} />
    </>
  );
}

interface VerbErrorProps extends Pick<VerbFormProps, "verb"> {
  readonly fields?: readonly string[];
}

/** Leaves out problems that are shown at a field. */
export function VerbError({ verb: { error, problemsBeside }, fields = [] }: VerbErrorProps) {
  if (!error) return null;
  const isAtFields = "errors" in error && Array.isArray(error.errors) && error.errors.length > 0;
  const beside = problemsBeside(fields);
  return isAtFields && beside.length === 0 ? null : <Reason error={error} problems={beside} />;
}

/** Offers a retry that cannot take effect twice, if the outcome is unknown. */
export function VerbFailure({ run, onDone }: { readonly run: Verb<never, unknown>; readonly onDone?: () => void }) {
  const { error, isUnknown, isBusy, again, problemsBeside } = run;
  if (!error) return null;
  if (!isUnknown) return <Reason error={error} problems={problemsBeside([])} title={texts.refused} />;
  return (
    <Alert color="caution" role="alert" title={texts.unknown}>
      <Stack gap="xs" align="flex-start">
        <Text>{texts.unknownMeaning}</Text>
        <Button size="xs" loading={isBusy} onClick={async () => (await again()) !== null && onDone?.()}>
          {texts.askAgain}
        </Button>
      </Stack>
    </Alert>
  );
}

interface ReasonProps {
  readonly error: Error;
  readonly problems: readonly ProblemItem[];
  readonly title?: string;
}

function Reason({ error, problems, title }: ReasonProps) {
  const reason = useErrorReason(error);
  const details = problems.map(({ path, detail }) => (path === "" ? detail : `${path}: ${detail}`));
  return (
    <Alert color="caution" role="alert" title={title}>
      {(title !== undefined || details.length === 0) && <Text>{reason}</Text>}
      {details.length > 0 && (
        <List size="sm">
          {details.map((detail) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
