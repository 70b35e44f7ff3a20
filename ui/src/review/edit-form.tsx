import { Alert, Button, Fieldset, Group, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { Conflict } from "drawbridge-rules/changes/three-way-merge.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Form as FormElement, fieldsOf } from "../elements/form-fields.tsx";
import { formatTime } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ProblemList } from "./resolve-list.tsx";
import classes from "./review.module.css";
import type { ReviewOutcome } from "./review-run.ts";
import type { Edit } from "./use-edit.tsx";

const { actions, drafts, review } = sharedTexts;

interface EditFormProps<Form> {
  readonly edit: Edit<Form>;
  /** Fields that show their own problems; others are listed above the buttons. */
  readonly fields: readonly string[];
  readonly onDone?: (outcome: ReviewOutcome) => void;
  /** Absent means the form is the screen itself. */
  readonly onCancel?: () => void;
  /** No buttons until there is a change to review. */
  readonly isQuiet?: boolean;
  readonly extraAction?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}

export function EditForm<Form>({
  edit,
  fields,
  onDone,
  onCancel,
  extraAction,
  isReadOnly = false,
  isQuiet = false,
  children,
}: EditFormProps<Form>) {
  const beside = edit.problemsBeside(fields);
  const ref = useRef<HTMLFormElement>(null);
  const { fixes } = edit;
  useEffect(() => {
    if (fixes > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-problems]")?.focus();
  }, [fixes]);
  const review = async () => {
    const outcome = await edit.review();
    if (outcome.kind === "closed") return;
    // A form that stays shows what is published, and a proposed change is not yet.
    if (!onCancel && outcome.kind === "proposed") edit.discard();
    onDone?.(outcome);
  };
  return (
    <FormElement ref={ref} onSubmit={() => edit.isDirty && edit.conflicts.length === 0 && review()}>
      <Stack gap="md">
        {(edit.restoredAt !== null || edit.isGone) && (
          <Alert color="accent">
            <Group justify="space-between">
              <Text>{edit.isGone ? sharedTexts.review.gone : drafts.restored(formatTime(edit.restoredAt ?? 0))}</Text>
              <Button size="xs" onClick={edit.discard}>
                {actions.discard}
              </Button>
            </Group>
          </Alert>
        )}
        <ConflictChoice conflicts={edit.conflicts} onChoose={edit.choose} />
        {children}
        {beside.length > 0 && <ProblemList problems={beside} />}
        {(edit.isDirty || !isQuiet) && (
          <Group justify="flex-end" {...(onCancel || edit.isDirty ? { className: classes.standing } : {})}>
            {extraAction && <div style={{ marginInlineEnd: "auto" }}>{extraAction}</div>}
            <Group gap="sm">
              {onCancel ? (
                <Button onClick={onCancel}>{isReadOnly ? actions.close : actions.cancel}</Button>
              ) : (
                edit.isDirty && <Button onClick={edit.discard}>{actions.discard}</Button>
              )}
              {!isReadOnly && (
                <Button variant="filled" type="submit" disabled={!edit.isDirty || edit.conflicts.length > 0}>
                  {actions.save}
                </Button>
              )}
            </Group>
          </Group>
        )}
      </Stack>
    </FormElement>
  );
}

interface IdFieldProps<Form> {
  readonly edit: Edit<Form>;
  readonly texts: { readonly id: string; readonly idHint: string };
  readonly maxLength: number;
  readonly problem?: string | undefined;
  readonly isFirst?: boolean;
}

export function IdField<Form extends { readonly id: string }>(props: IdFieldProps<Form>) {
  const { edit, texts, maxLength, problem, isFirst = true } = props;
  const { form, change, problemAt } = edit;
  return (
    <TextInput
      {...fieldsOf<{ readonly id: string }>({ form, problemAt, change: ({ id }) => change({ ...form, id }) }, texts).text("id")}
      required
      autoFocus={isFirst}
      {...(isFirst ? { "data-autofocus": true } : {})}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      error={problemAt("id") ?? problemAt("") ?? problem}
    />
  );
}

interface ConflictChoiceProps {
  readonly conflicts: readonly Conflict[];
  readonly onChoose: (conflict: Conflict, value: unknown) => void;
}

function ConflictChoice({ conflicts, onChoose }: ConflictChoiceProps) {
  if (conflicts.length === 0) return null;
  return (
    <Alert color="caution" title={review.conflict} role="alert">
      <Stack gap="md">
        <Text>{review.conflictMeaning}</Text>
        {conflicts.map((conflict) => {
          const name = conflict.path.join(" › ").replaceAll("_", " ");
          return (
            <Fieldset key={conflict.path.join("\0")} variant="unstyled" legend={name}>
              <SimpleGrid type="container" cols={{ base: 1, "25rem": 2 }} spacing="sm">
                {(["mine", "theirs"] as const).map((side) => (
                  <Paper key={side} withBorder p="xs">
                    <Text size="xs">{review[side]}</Text>
                    <Text my="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                      {conflict[side] === undefined ? review.absent : valueText(conflict[side])}
                    </Text>
                    <Button
                      size="xs"
                      onClick={() => onChoose(conflict, conflict[side])}
                      aria-label={`${review.use}: ${review[side]} (${name})`}
                    >
                      {review.use}
                    </Button>
                  </Paper>
                ))}
              </SimpleGrid>
            </Fieldset>
          );
        })}
      </Stack>
    </Alert>
  );
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“”" : value;
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${valueText(inner)}`)
    .join("\n");
}
