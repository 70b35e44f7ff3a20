import { MultiSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import type { CreatedReadKey, ReadKeyAnswer, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { NewCredential, parseExpiry } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { Advanced } from "../elements/advanced.tsx";
import { ChoiceField, type FieldsProps, fieldsOf } from "../elements/form-fields.tsx";
import { InstantField } from "../elements/instant-field.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { notifyDone } from "../verbs/use-verb.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { Snippets } from "./app-code.tsx";
import { rememberKey } from "./known-keys.ts";
import { LastRequest } from "./last-request.tsx";
import { readKeyTexts as texts } from "./read-key-texts.ts";

interface ReadKeyForm {
  readonly name: string;
  /** "" creates a new key. */
  readonly value: string;
  readonly endpoints: "both" | Endpoint;
  /** Empty means all. */
  readonly platforms: readonly string[];
  readonly instances: readonly string[];
  /** On the browser's clock; "" means never. */
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

function createKey(project: string, form: ReadKeyForm, idempotencyKey: string): Promise<ReadKeyAnswer> {
  const { name, value, endpoints, platforms, instances, expiry } = form;
  const body = {
    name,
    endpoints: endpoints === "both" ? null : [endpoints],
    platforms: platforms.length === 0 ? null : platforms,
    instances: instances.length === 0 ? null : instances,
    expires_at: parseExpiry(expiry),
  };
  if (value !== "") return admin.importReadKey({ project, body: { ...body, value }, idempotencyKey });
  const rehearsal = rehearsalOf(form);
  return admin.createReadKey({ project, body: { ...body, ...(rehearsal === null ? {} : { rehearsal }) }, idempotencyKey });
}

function rehearsalOf({ rehearsal, rehearsedAt }: ReadKeyForm): Rehearsal | null {
  if (rehearsal === "none") return null;
  return rehearsal === "ignore" ? { ignore_maintenance: true } : { at: parseExpiry(rehearsedAt) ?? "" };
}

export function NewReadKey({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
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
      resource={`${project}/keys/create`}
      empty={emptyForm}
      unkept={{ value }}
      texts={texts}
      fields={["value", "endpoints", "platforms", "instances", "rehearsal"]}
      send={(form, idempotencyKey) => createKey(project, form, idempotencyKey)}
      made={shown}
      expiry={({ rehearsal }) =>
        value !== "" || rehearsal === "none" ? {} : { description: texts.expiryRehearsal, required: true }
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          <KeyFields project={project} isNew={value === ""} {...fields} />
          <Advanced hasProblem={fields.problemAt("value") !== undefined}>
            <TextInput
              label={texts.value}
              description={texts.valueHint}
              autoComplete="off"
              spellCheck={false}
              maxLength={128}
              value={value}
              error={fields.problemAt("value")}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </Advanced>
        </>
      )}
    </NewCredential>
  );
}

interface KeyFieldsProps extends FieldsProps<ReadKeyForm> {
  readonly project: string;
  readonly isNew: boolean;
}

function KeyFields({ project, isNew, ...edited }: KeyFieldsProps) {
  const { field, list } = fieldsOf(edited, texts);
  const platforms = useQuery(policyListQuery(project)).data ?? [];
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <>
      <ChoiceField {...field("endpoints")} choices={texts.endpointsOf} />
      <MultiSelect {...list("platforms")} searchable data={platforms.map(({ id }) => id)} />
      <MultiSelect
        {...list("instances")}
        searchable
        limit={50}
        data={instances.map((instance) => ({ value: instance.id, label: instanceDisplayName(instance, []) }))}
      />
      {isNew && <ChoiceField {...field("rehearsal")} choices={texts.rehearsalOf} />}
      {isNew && edited.form.rehearsal === "at" && (
        <InstantField {...field("rehearsedAt")} required zone={ownZone} error={edited.problemAt("rehearsal")} />
      )}
    </>
  );
}
