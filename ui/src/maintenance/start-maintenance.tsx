import { Alert, Button, Checkbox, Drawer, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useState } from "react";
import { deleteDraft, draftKey, readDraft, saveDraft } from "../drafts/draft.ts";
import { DurationField } from "../elements/form-fields.tsx";
import { Icon } from "../elements/icon.tsx";
import { LanguageTabs } from "../elements/language-tabs.tsx";
import { durationText } from "../elements/typed-times.ts";
import { useNow } from "../elements/use-now.ts";
import { useSession } from "../session/session.ts";
import { formatInstant, formatLanguage, formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { MaintenanceRun } from "../verbs/use-verb.ts";
import { VerbFailure } from "../verbs/verb-failure.tsx";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { ScopeField } from "./windows/window-fields.tsx";
import type { ScopeKind } from "./windows/window-form.ts";

const initial: StartForm = {
  scope: "project",
  platforms: [],
  instances: [],
  duration: "PT1H",
  message: {},
  isHeld: false,
  reason: "",
};

interface StartMaintenanceProps {
  readonly project: string;
  readonly run: MaintenanceRun;
  readonly head: Project;
  readonly onClose: () => void;
}

/** Two steps: the form, then a confirmation with its effect. Nothing is sent before the second. */
export function StartMaintenance({ project, run, head, onClose }: StartMaintenanceProps) {
  const key = draftKey(useSession().actor, `${project}/maintenance-now`);
  const [form, setForm] = useState(() => readDraft<StartForm>(key)?.form ?? initial);
  const change = (next: StartForm) => {
    setForm(next);
    saveDraft(key, { form: next, base: null, at: Date.now() });
  };
  const done = () => {
    deleteDraft(key);
    onClose();
  };
  const [isSecond, setIsSecond] = useState(false);
  const start = async () => {
    const reason = form.reason.trim();
    const options = reason === "" ? {} : { options: { reason } };
    if (await run.run({ verb: "start", request: requestOf(form), ...options })) done();
  };
  return (
    <Drawer opened onClose={onClose} title={texts.startTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady(form)) return;
          if (isSecond) void start();
          else setIsSecond(true);
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed" role="status">
            {texts.step(isSecond ? 2 : 1)}
          </Text>
          {isSecond ? <Consequence form={form} /> : <StartFields project={project} head={head} form={form} onChange={change} />}
          <VerbFailure run={run} onDone={done} />
          <Buttons
            isSecond={isSecond}
            isReady={isReady(form)}
            run={run}
            onBack={() => {
              run.forget();
              setIsSecond(false);
            }}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

interface ButtonsProps {
  readonly isSecond: boolean;
  readonly isReady: boolean;
  readonly run: MaintenanceRun;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Buttons({ isSecond, isReady, run, onBack, onClose }: ButtonsProps) {
  const { actions } = sharedTexts;
  if (!isSecond)
    return (
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {actions.cancel}
        </Button>
        <Button type="submit" disabled={!isReady}>
          {texts.next}
        </Button>
      </Group>
    );
  return (
    <Group justify="flex-end">
      <Button variant="default" autoFocus disabled={run.isBusy} onClick={onBack}>
        {texts.backToForm}
      </Button>
      <Button key="start" type="submit" size="lg" color="closed" loading={run.isBusy} leftSection={<Icon name="warning" />}>
        {texts.startNow}
      </Button>
    </Group>
  );
}

/** Describes the effect of starting maintenance. */
function Consequence({ form }: { readonly form: StartForm }) {
  const until = Math.max(useNow(), Date.now()) + (parseDuration(form.duration) ?? 0);
  const messages = Object.entries(form.message);
  return (
    <Alert color="closed" title={form.scope === "project" ? texts.confirmWhole : texts.confirmSome(formatList(form[form.scope]))}>
      <Stack gap="xs">
        <Text size="sm">{texts.confirmUntil(formatInstant(until))}</Text>
        <Text size="sm">{form.isHeld ? texts.confirmHold : texts.confirmEnd}</Text>
        {messages.length === 0 && <Text size="sm">{texts.projectMessage}</Text>}
        {messages.map(([language, text]) => (
          <Text key={language} size="sm" lang={language} fs="italic" style={{ overflowWrap: "anywhere" }}>
            {text}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function isReady(form: StartForm): boolean {
  const length = parseDuration(form.duration);
  return length !== null && length > 0 && (form.scope === "project" || form[form.scope].length > 0);
}

function requestOf({ scope, platforms, instances, duration, message, isHeld }: StartForm): StartRequest {
  return {
    for: duration,
    overrun: isHeld ? "hold" : "end",
    ...(scope === "project" ? { whole_project: true } : {}),
    ...(scope === "platforms" ? { platforms } : {}),
    ...(scope === "instances" ? { instances } : {}),
    ...(Object.keys(message).length === 0 ? {} : { message }),
  };
}

interface StartForm {
  readonly scope: ScopeKind;
  readonly platforms: readonly string[];
  readonly instances: readonly string[];
  /** ISO 8601. */
  readonly duration: string;
  readonly message: LocalizedText;
  readonly isHeld: boolean;
  readonly reason: string;
}

interface StartFieldsProps {
  readonly project: string;
  readonly head: Project;
  readonly form: StartForm;
  readonly onChange: (form: StartForm) => void;
}

const presets = ["PT15M", "PT30M", "PT1H", "PT2H", "PT4H"];

function StartFields(props: StartFieldsProps) {
  const { project, head, form, onChange } = props;
  const { scope } = form;
  return (
    <>
      <Length {...props} />
      <ScopeField
        project={project}
        head={head}
        kind={scope}
        names={scope === "project" ? [] : form[scope]}
        onChange={(kind, names) => onChange({ ...form, scope: kind, ...(kind === "project" ? {} : { [kind]: names }) })}
      />
      <Message head={head} form={form} onChange={onChange} />
      <Checkbox
        label={texts.hold}
        description={texts.holdHint}
        checked={form.isHeld}
        onChange={({ currentTarget: { checked } }) => onChange({ ...form, isHeld: checked })}
      />
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={500}
        value={form.reason}
        onChange={({ currentTarget: { value } }) => onChange({ ...form, reason: value })}
      />
    </>
  );
}

function Length({ form, onChange }: StartFieldsProps) {
  return (
    <div>
      <DurationField
        label={texts.duration}
        description={texts.durationHint}
        required
        data-autofocus
        value={form.duration}
        onChange={(duration) => onChange({ ...form, duration })}
      />
      <Group gap="xs" mt="xs" role="group" aria-label={texts.presets}>
        {presets.map((duration) => (
          <Button
            key={duration}
            variant={form.duration === duration ? "light" : "default"}
            size="xs"
            aria-pressed={form.duration === duration}
            onClick={() => onChange({ ...form, duration })}
          >
            {durationText(duration)}
          </Button>
        ))}
      </Group>
    </div>
  );
}

function Message({ head, form, onChange }: Omit<StartFieldsProps, "project">) {
  const { message } = form;
  return (
    <LanguageTabs languages={head.languages ?? []} isFilled={(language) => (message[language] ?? "") !== ""}>
      {(language) => (
        <Textarea
          label={`${texts.message} (${formatLanguage(language)})`}
          description={texts.messageHint}
          lang={language}
          autosize
          minRows={2}
          value={message[language] ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const { [language]: _, ...others } = message;
            onChange({ ...form, message: value === "" ? others : { ...others, [language]: value } });
          }}
        />
      )}
    </LanguageTabs>
  );
}
