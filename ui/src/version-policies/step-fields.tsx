import { Alert, Button, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { instantToWall, isAmbiguousTime } from "drawbridge-rules/values/wall-time.ts";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import { stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { ZonedTime } from "../elements/zoned-time.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { AddButton, FormSection, type RuleFieldsProps } from "./rule-fields.tsx";
import { newStep, readStep, type StepForm, stepBounds, withStep } from "./step-draft.ts";
import { useDraftFields } from "./version-policy-edit.ts";
import { stepTexts as texts } from "./version-policy-texts.ts";

interface StepFieldsProps extends RuleFieldsProps {
  /** The address moved it to a later time. */
  readonly isMoved: boolean;
}

export function StepFields({ form, isMoved, isReadOnly, problemAt, onChange }: StepFieldsProps) {
  const { step } = form;
  const frame = useRef<HTMLDivElement>(null);
  const replace = (changed: StepForm | null) => {
    flushSync(() => onChange(withStep(form, changed)));
    frame.current?.querySelector<HTMLElement>("input, button")?.focus();
  };
  useEffect(() => {
    if (isMoved) frame.current?.querySelector<HTMLElement>("input")?.focus();
  }, [isMoved]);
  return (
    <FormSection title={texts.title} {...(step ? {} : { hint: texts.hint })} frame={frame}>
      {isMoved && (
        <Alert color="accent" role="status">
          {texts.moved}
        </Alert>
      )}
      {step && (
        <Stack gap="sm" align="stretch">
          <Fields form={form} step={step} problemAt={problemAt} isReadOnly={isReadOnly} onChange={onChange} />
          {!isReadOnly && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              style={{ alignSelf: "flex-start" }}
              leftSection={<Icon name="remove" size={0.875} />}
              onClick={() => replace(null)}
            >
              {texts.remove}
            </Button>
          )}
        </Stack>
      )}
      {!step && !isReadOnly && <AddButton onClick={() => replace(newStep(form, ownZone, Date.now()))}>{texts.plan}</AddButton>}
    </FormSection>
  );
}

function Fields({ form, step, isReadOnly, problemAt, onChange }: RuleFieldsProps & { readonly step: StepForm }) {
  const fieldProps = useDraftFields(form);
  const { zone = "UTC" } = step;
  const isEmpty = stepBounds.every((bound) => (step[bound] ?? "").trim() === "");
  return (
    <>
      <div>
        <ZonedTime
          label={texts.at}
          wall={step.at}
          zone={zone}
          wallProblem={problemAt("step.at")}
          zoneProblem={problemAt("step.zone")}
          isReadOnly={isReadOnly}
          onWall={(at) => onChange(withStep(form, { ...step, at }))}
          onZone={(chosen) => onChange(setValueAt(form, ["step", "zone"], chosen === "UTC" ? undefined : chosen))}
        />
        <ClockNote step={step} />
      </div>
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        {stepBounds.map((bound) => (
          <TextInput
            key={bound}
            label={texts[bound]}
            description={texts.unchanged}
            readOnly={isReadOnly}
            maxLength={maxVersionLength}
            value={step[bound] ?? ""}
            {...fieldProps(
              `step.${bound}`,
              problemAt(`step.${bound}`) ?? (isEmpty && bound === "minimum" ? texts.missing : undefined),
              (text) => onChange(setValueAt(form, ["step", bound], text || undefined)),
            )}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function ClockNote({ step }: { readonly step: StepForm }) {
  const now = useNow();
  // Notes are about the time alone, whatever versions are entered yet.
  const timed = readStep({ ...step, minimum: "0" });
  const note = timed && clockNote(timed);
  const isPast = timed !== null && stepTime(timed) <= now;
  return [note, isPast ? texts.past : null].map(
    (text) =>
      text && (
        <Text size="xs" fw={500} mt={4} key={text}>
          {text}
        </Text>
      ),
  );
}

function clockNote(step: PolicyStep): string | null {
  const shown = instantToWall(stepTime(step), step.zone);
  const time = step.at.slice(11);
  if (shown !== step.at) return texts.skipped(time, shown.slice(11));
  return isAmbiguousTime(step.at, step.zone) ? texts.doubled(time) : null;
}
