import { Button, Checkbox, Chip, Drawer, Group, Stack, Text, TextInput } from "@mantine/core";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { DurationField, FieldGroup, Form } from "../elements/form-fields.tsx";
import { useExactNow } from "../elements/use-now.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatList, formatSince } from "../texts/formats.ts";
import type { MaintenanceRun } from "../verbs/use-verb.ts";
import { VerbFailure } from "../verbs/verb-form.tsx";
import classes from "./maintenance.module.css";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { MessagePhone, projectMessage } from "./message-phone.tsx";
import { ChoiceChip, type Scope, ScopeField, scopeName, useScopeOptions } from "./scope-field.tsx";
import { LocalizedFields } from "./windows/window-fields.tsx";

interface StartForm {
  readonly scope: Scope;
  /** ISO 8601. */
  readonly duration: string;
  readonly message: LocalizedText;
  readonly isHeld: boolean;
  readonly reason: string;
}

const initial: StartForm = { scope: { kind: null, names: [] }, duration: "PT30M", message: {}, isHeld: false, reason: "" };

interface StartMaintenanceProps {
  readonly project: string;
  readonly run: MaintenanceRun;
  readonly head: Project;
  readonly onClose: () => void;
}

/** One sheet with one button, which names what it closes and for how long: an operator at 3 a.m. reads only that. */
export function StartMaintenance({ project, run, head, onClose }: StartMaintenanceProps) {
  const { form, drop, ...saved } = useSavedForm(`${project}/maintenance-now`, initial);
  const options = useScopeOptions(project, head);
  const change = (next: Partial<StartForm>) => saved.change({ ...form, ...next });
  const done = () => {
    drop();
    onClose();
  };
  const start = async () => {
    const reason = form.reason.trim();
    const options = reason === "" ? {} : { options: { reason } };
    if (await run.run({ verb: "start", request: toRequest(form), ...options })) done();
  };
  const isReady = hasScope(form) && (parseDuration(form.duration) ?? 0) > 0;
  const missing = hasScope(form) ? texts.durationMissing : texts.scopeMissing;
  const length = durationText(form.duration);
  const end = useExactNow() + (parseDuration(form.duration) ?? 0);
  const named = scopeName(form.scope, options, head.name || project, formatList);
  const phone = { head, scope: named, message: form.message, start: Date.now(), end, zone: ownZone };
  return (
    <Drawer opened onClose={onClose} size="56rem" title={texts.startTitle}>
      <Form className={classes.form} onSubmit={() => isReady && !run.isBusy && start()}>
        <div className={classes.sheet}>
          <Stack gap="md">
            <ScopeField options={options} scope={form.scope} isFirst onChange={(scope) => change({ scope })} />
            <LengthField duration={form.duration} onChange={(duration) => change({ duration })} />
          </Stack>
          <div className={classes.beside}>
            <MessagePhone {...phone} />
          </div>
          <Stack gap="md">
            <LocalizedFields
              label={texts.message}
              kind="window"
              path="message"
              head={head}
              written={form.message}
              placeholders={["end_time"]}
              problemAt={() => undefined}
              isReadOnly={false}
              fallback={(language) => projectMessage(head, language)}
              onChange={(message = {}) => change({ message })}
            />
            <TextInput
              label={texts.reason}
              maxLength={500}
              value={form.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
            <Checkbox
              label={texts.hold}
              checked={form.isHeld}
              onChange={({ currentTarget }) => change({ isHeld: currentTarget.checked })}
            />
          </Stack>
        </div>
        <div className={classes.footer}>
          <VerbFailure run={run} onDone={done} />
          <Text c="dimmed" flex="1 1 12rem" role="status">
            {isReady ? (form.isHeld ? texts.untilCompleted : texts.reopens(formatSince(end, Date.now()))) : missing}
          </Text>
          <Button variant="filled" type="submit" color="closed" disabled={!isReady} loading={run.isBusy}>
            {hasScope(form) ? texts.close(named, length) : texts.closeNone}
          </Button>
        </div>
      </Form>
    </Drawer>
  );
}

function hasScope({ scope: { kind, names } }: StartForm): boolean {
  return kind === "project" || names.length > 0;
}

function toRequest({ scope: { kind, names }, duration, message, isHeld }: StartForm): StartRequest {
  return {
    for: duration,
    overrun: isHeld ? "hold" : "end",
    ...(kind === "project" || kind === null ? { whole_project: true } : { [kind]: names }),
    ...(Object.keys(message).length === 0 ? {} : { message }),
  };
}

const presets = ["PT15M", "PT30M", "PT1H", "PT2H", "PT4H"];
const other = "other";

function LengthField({ duration, onChange }: { readonly duration: string; readonly onChange: (duration: string) => void }) {
  const [isOther, setIsOther] = useState(!presets.includes(duration));
  const choose = (value: string) => {
    setIsOther(value === other);
    if (value !== other) onChange(value);
  };
  return (
    <Stack gap="xs">
      <FieldGroup label={texts.duration}>
        <Chip.Group value={isOther ? other : duration} onChange={choose}>
          <Group gap="xs" mt={4} role="radiogroup" aria-label={texts.duration}>
            {presets.map((value) => (
              <ChoiceChip key={value} value={value}>
                {durationText(value)}
              </ChoiceChip>
            ))}
            <ChoiceChip value={other}>{texts.otherDuration}</ChoiceChip>
          </Group>
        </Chip.Group>
      </FieldGroup>
      {isOther && <DurationField aria-label={texts.duration} description="" value={duration} onChange={onChange} />}
    </Stack>
  );
}
