import { Button, Checkbox, Group, MultiSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { durationText } from "../elements/duration.ts";
import { DurationField, useDayNames } from "../elements/duration-field.tsx";
import { FieldGroup } from "../elements/field-group.tsx";
import { LanguageTabs } from "../elements/language-tabs.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { useFormats } from "../texts/formats.ts";
import { maintenanceNowTexts as texts } from "./maintenance-now-texts.ts";

export interface StartForm {
  readonly scope: "project" | "platforms" | "instances";
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

export function StartFields(props: StartFieldsProps) {
  const { head, form, onChange } = props;
  return (
    <>
      <Length {...props} />
      <Scope {...props} />
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
  const days = useDayNames();
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
            {durationText(duration, days)}
          </Button>
        ))}
      </Group>
    </div>
  );
}

function Scope({ project, head, form, onChange }: StartFieldsProps) {
  const instances = useQuery(instanceListQuery(project));
  const policies = useQuery({
    queryKey: projectQueryKey(project, "policies"),
    queryFn: () => admin.listAll("listPolicies", { project }),
  });
  const known = {
    platforms: (policies.data ?? []).map(({ id }) => ({ value: id, label: id })),
    instances: (instances.data ?? []).map((instance) => ({
      value: instance.id,
      label: `${instanceDisplayName(instance, head.languages ?? [])} (${instance.id})`,
    })),
  };
  const { scope } = form;
  return (
    <FieldGroup label={texts.scope}>
      {(label) => (
        <>
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={scope}
            onChange={(value) => onChange({ ...form, scope: value as StartForm["scope"] })}
            data={(["project", "platforms", "instances"] as const).map((value) => ({ value, label: texts.scopes[value] }))}
          />
          {scope !== "project" && (
            <MultiSelect
              mt="xs"
              label={texts[scope]}
              description={texts.chooseSome}
              required
              searchable
              limit={60}
              data={known[scope]}
              value={[...form[scope]]}
              onChange={(chosen) => onChange({ ...form, [scope]: chosen })}
            />
          )}
        </>
      )}
    </FieldGroup>
  );
}

function Message({ head, form, onChange }: Omit<StartFieldsProps, "project">) {
  const { languageName } = useFormats();
  const { message } = form;
  return (
    <LanguageTabs languages={head.languages ?? []} isFilled={(language) => (message[language] ?? "") !== ""}>
      {(language) => (
        <Textarea
          label={`${texts.message} (${languageName(language)})`}
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
