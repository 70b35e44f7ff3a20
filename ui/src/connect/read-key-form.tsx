import { MultiSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import type { CreatedReadKey, ReadKeyAnswer, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { ExpiryField, type FieldsProps, NewCredential, parseExpiry } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { ChoiceField } from "../elements/form-fields.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { notifyDone } from "../verbs/use-verb.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { Snippets } from "./app-code.tsx";
import { rememberKey } from "./known-keys.ts";
import { LastRequest } from "./last-request.tsx";
import { readKeyTexts as texts } from "./read-key-texts.ts";

interface ReadKeyForm {
  readonly name: string;
  /** Text of an imported key. */
  readonly value: string;
  readonly endpoints: "both" | Endpoint;
  /** Empty: all. */
  readonly platforms: readonly string[];
  readonly instances: readonly string[];
  /** On the browser's clock; "": never. */
  readonly expiry: string;
  readonly rehearsal: "none" | "at" | "ignore";
  /** On the browser's clock. */
  readonly rehearsedAt: string;
}

const emptyForm: ReadKeyForm = {
  name: "",
  value: "",
  endpoints: "both",
  platforms: [],
  instances: [],
  expiry: "",
  rehearsal: "none",
  rehearsedAt: "",
};

function createKey(project: string, isImport: boolean, form: ReadKeyForm, idempotencyKey: string): Promise<ReadKeyAnswer> {
  const { name, value, endpoints, platforms, instances, expiry } = form;
  const body = {
    name,
    endpoints: endpoints === "both" ? null : [endpoints],
    platforms: platforms.length === 0 ? null : platforms,
    instances: instances.length === 0 ? null : instances,
    expires_at: parseExpiry(expiry),
  };
  if (isImport) return admin.importReadKey({ project, body: { ...body, value }, idempotencyKey });
  const rehearsal = rehearsalOf(form);
  return admin.createReadKey({ project, body: { ...body, ...(rehearsal === null ? {} : { rehearsal }) }, idempotencyKey });
}

function rehearsalOf({ rehearsal, rehearsedAt }: ReadKeyForm): Rehearsal | null {
  if (rehearsal === "none") return null;
  return rehearsal === "ignore" ? { ignore_maintenance: true } : { at: parseExpiry(rehearsedAt) ?? "" };
}

interface ReadKeyFormProps {
  readonly project: string;
  readonly isImport: boolean;
  readonly onClose: () => void;
}

export function NewReadKey({ project, isImport, onClose }: ReadKeyFormProps) {
  const [value, setValue] = useState("");
  const shown = (answer: ReadKeyAnswer | CreatedReadKey) => {
    if ("key" in answer) {
      rememberKey(answer.id, answer.key);
      return (
        <ShownOnce title={texts.created} text={answer.key} name={texts.theKey} onDone={onClose}>
          <Snippets project={project} apiKey={answer.key} />
          <LastRequest project={project} id={answer.id} />
        </ShownOnce>
      );
    }
    notifyDone(texts.added(answer.name));
    return null;
  };
  return (
    <NewCredential
      project={project}
      resource={`${project}/keys/${isImport ? "import" : "create"}`}
      empty={emptyForm}
      unkept={{ value }}
      texts={isImport ? { ...texts, create: texts.import } : texts}
      fields={["value", "endpoints", "platforms", "instances", "rehearsal"]}
      send={(form, idempotencyKey) => createKey(project, isImport, form, idempotencyKey)}
      made={shown}
      expiry={({ rehearsal }) => (rehearsal === "none" ? {} : { description: texts.expiryRehearsal, isRequired: true })}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {isImport && (
            <TextInput
              label={texts.value}
              description={texts.valueHint}
              required
              autoComplete="off"
              spellCheck={false}
              maxLength={128}
              value={value}
              error={fields.problemAt("value")}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          )}
          <Scope project={project} {...fields} />
          {!isImport && <RehearsalFields {...fields} />}
        </>
      )}
    </NewCredential>
  );
}

function Scope({ project, form, onChange, problemAt }: FieldsProps<ReadKeyForm> & { readonly project: string }) {
  const platforms = useQuery(policyListQuery(project)).data ?? [];
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <>
      <ChoiceField
        label={texts.endpoints}
        value={form.endpoints}
        choices={texts.endpointsOf}
        onChange={(endpoints) => onChange({ ...form, endpoints })}
      />
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
        data={instances.map((instance) => ({ value: instance.id, label: instanceDisplayName(instance, []) }))}
        value={[...form.instances]}
        error={problemAt("instances")}
        onChange={(chosen) => onChange({ ...form, instances: chosen })}
      />
    </>
  );
}

function RehearsalFields({ form, onChange, problemAt }: FieldsProps<ReadKeyForm>) {
  return (
    <>
      <ChoiceField
        label={texts.rehearsal}
        description={texts.rehearsalHint}
        value={form.rehearsal}
        choices={texts.rehearsalOf}
        onChange={(rehearsal) => onChange({ ...form, rehearsal })}
      />
      {form.rehearsal === "at" && (
        <ExpiryField
          label={texts.rehearsedAt}
          description={texts.rehearsedAtHint}
          isRequired
          value={form.rehearsedAt}
          error={problemAt("rehearsal")}
          onChange={(rehearsedAt) => onChange({ ...form, rehearsedAt })}
        />
      )}
    </>
  );
}
