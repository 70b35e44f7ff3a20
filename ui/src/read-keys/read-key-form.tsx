import { Button, Group, MultiSelect, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CreatedReadKey, ReadKeyAnswer, ReadKeyRequest } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { ExpiryField } from "../credentials/expiry-field.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { FieldGroup } from "../elements/field-group.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { useSayDone } from "../verbs/use-say-done.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { emptyForm, platformListQuery, type ReadKeyForm, requestOf } from "./read-key-list.ts";
import { readKeyTexts } from "./read-key-texts.ts";

export interface ReadKeyFormProps {
  readonly project: string;
  readonly isImport: boolean;
  readonly onClose: () => void;
}

const fields = ["name", "value", "endpoints", "platforms", "instances", "expires_at", "rehearsal"];

/** All that is sent of what was typed: the same of it again is the same request. */
type Typed = ReadKeyRequest & { readonly value: string };

export function NewReadKey({ project, isImport, onClose }: ReadKeyFormProps) {
  const texts = useTexts(readKeyTexts);
  const { actions } = useSharedTexts();
  const say = useSayDone();
  const { form, change, drop } = useKeptForm<ReadKeyForm>(`${project}/keys/${isImport ? "import" : "create"}`, emptyForm);
  const [value, setValue] = useState("");
  const [made, setMade] = useState<CreatedReadKey | null>(null);
  const verb = useVerb(project, ({ value: text, ...request }: Typed, idempotencyKey): Promise<ReadKeyAnswer> => {
    const { rehearsal: _, ...imported } = request;
    return isImport
      ? admin.importReadKey({ project, body: { ...imported, value: text }, idempotencyKey })
      : admin.createReadKey({ project, body: request, idempotencyKey });
  });
  const send = async () => {
    const answer = await verb.run({ ...requestOf(form), value });
    if (!answer) return;
    drop();
    if ("key" in answer) return setMade(answer as CreatedReadKey);
    say(texts.added(answer.name), answer);
    onClose();
  };
  if (made) return <ShownOnce title={texts.created} text={made.key} name={texts.theKey} onDone={onClose} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void send();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          data-autofocus
          autoComplete="off"
          maxLength={200}
          value={form.name}
          error={verb.problemAt("name")}
          onChange={({ currentTarget }) => change({ ...form, name: currentTarget.value })}
        />
        {isImport && (
          <TextInput
            label={texts.value}
            description={texts.valueHint}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={value}
            error={verb.problemAt("value")}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        <Scope project={project} form={form} onChange={change} problemAt={verb.problemAt} />
        {!isImport && <RehearsalFields form={form} onChange={change} problem={verb.problemAt("rehearsal")} />}
        <ExpiryField
          label={texts.expiry}
          {...(form.rehearsal === "none" ? {} : { description: texts.expiryRehearsal, isRequired: true })}
          value={form.expiry}
          error={verb.problemAt("expires_at")}
          onChange={(expiry) => change({ ...form, expiry })}
        />
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={verb.isBusy}>
            {isImport ? texts.import : texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ScopeProps {
  readonly project: string;
  readonly form: ReadKeyForm;
  readonly onChange: (form: ReadKeyForm) => void;
  readonly problemAt: (field: string) => string | undefined;
}

function Scope({ project, form, onChange, problemAt }: ScopeProps) {
  const texts = useTexts(readKeyTexts);
  const platforms = useQuery(platformListQuery(project)).data ?? [];
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <>
      <FieldGroup label={texts.endpoints}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={form.endpoints}
            onChange={(endpoints) => onChange({ ...form, endpoints: endpoints as ReadKeyForm["endpoints"] })}
            data={(["both", "config", "maintenance"] as const).map((value) => ({ value, label: texts.endpointsOf[value] }))}
          />
        )}
      </FieldGroup>
      <MultiSelect
        label={texts.platforms}
        description={texts.platformsHint}
        searchable
        data={platforms.map(({ id }) => id)}
        value={[...form.platforms]}
        error={problemAt("platforms")}
        onChange={(chosen) => onChange({ ...form, platforms: chosen })}
      />
      <MultiSelect
        label={texts.instances}
        description={texts.instancesHint}
        searchable
        limit={50}
        data={instances.map(({ id }) => id)}
        value={[...form.instances]}
        error={problemAt("instances")}
        onChange={(chosen) => onChange({ ...form, instances: chosen })}
      />
    </>
  );
}

interface RehearsalFieldsProps extends Pick<ScopeProps, "form" | "onChange"> {
  readonly problem: string | undefined;
}

function RehearsalFields({ form, onChange, problem }: RehearsalFieldsProps) {
  const texts = useTexts(readKeyTexts);
  return (
    <>
      <FieldGroup label={texts.rehearsal} description={texts.rehearsalHint}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={form.rehearsal}
            onChange={(rehearsal) => onChange({ ...form, rehearsal: rehearsal as ReadKeyForm["rehearsal"] })}
            data={(["none", "at", "ignore"] as const).map((value) => ({ value, label: texts.rehearsalOf[value] }))}
          />
        )}
      </FieldGroup>
      {form.rehearsal === "at" && (
        <ExpiryField
          label={texts.rehearsedAt}
          description={texts.rehearsedAtHint}
          isRequired
          value={form.rehearsedAt}
          error={problem}
          onChange={(rehearsedAt) => onChange({ ...form, rehearsedAt })}
        />
      )}
    </>
  );
}
