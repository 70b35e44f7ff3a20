/** The URL can be a secret, so the tab keeps no draft. */
import { MultiSelect, NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { eventTypes, webhookFormats } from "drawbridge-rules/webhooks/event-type.ts";
import type { ChangedWebhook, Webhook, WebhookRequest } from "drawbridge-rules/wire/webhook.ts";
import { useState } from "react";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { Advanced } from "../elements/advanced.tsx";
import { fieldsOf } from "../elements/form-fields.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbForm } from "../verbs/verb-form.tsx";
import { webhookTexts as texts } from "./webhook-texts.ts";

type Form = Required<WebhookRequest>;
const empty: Form = { name: "", url: "", format: "standard", events: null, projects: null, instances: null, platforms: null };
const scopes = ["projects", "instances", "platforms"] as const;

/** @param webhook absent means a new one */
export function WebhookForm({ webhook, onClose }: { readonly webhook?: Webhook; readonly onClose: () => void }) {
  const [form, setForm] = useState<Form>(webhook ?? empty);
  const [secret, setSecret] = useState<string | null>(null);
  const projectList = useQuery(projectListQuery).data ?? [];
  const verb = useVerb(
    null,
    (body: Form, idempotencyKey) =>
      webhook ? admin.patchWebhook({ webhook: webhook.id, body, idempotencyKey }) : admin.createWebhook({ body, idempotencyKey }),
    (_, answer: ChangedWebhook & { readonly secret?: string }) => {
      notifyDone(texts.saved(answer.name));
      // Only these receivers check signatures.
      if (answer.secret !== undefined && answer.format === "standard") setSecret(answer.secret);
      else onClose();
    },
  );
  if (secret !== null) return <ShownSecret secret={secret} onDone={onClose} />;
  const { problemAt } = verb;
  const { url, format, events, projects, instances, platforms } = form;
  const isAlertmanager = format === "alertmanager";
  const send = async () => {
    const name = form.name.trim() || (URL.parse(url)?.hostname ?? "");
    await verb.run({ name, url, format, events: isAlertmanager ? null : events, projects, instances, platforms });
  };
  const { text, ...fields } = fieldsOf({ form, problemAt, change: setForm }, texts);
  const list = (member: "events" | (typeof scopes)[number], description = texts.allHint) => ({
    ...fields.list(member),
    description,
    onChange: (chosen: string[]) => setForm({ ...form, [member]: chosen.length === 0 ? null : chosen }),
  });
  return (
    <VerbForm
      verb={verb}
      fields={Object.keys(empty)}
      submit={webhook ? texts.save : texts.create}
      onSubmit={send}
      onCancel={onClose}
    >
      <TextInput required data-autofocus autoComplete="off" spellCheck={false} {...text("url")} />
      <TextInput autoComplete="off" spellCheck={false} {...text("name")} />
      <NativeSelect {...text("format")} data={webhookFormats.map((value) => ({ value, label: texts.formatOf[value] }))} />
      {!isAlertmanager && <MultiSelect searchable data={eventTypes} {...list("events")} />}
      <Advanced hasProblem={scopes.some((scope) => problemAt(scope) !== undefined)}>
        <MultiSelect
          searchable
          limit={50}
          data={projectList.map(({ id, name }) => ({ value: id, label: name || id }))}
          {...list("projects")}
        />
        <TagsInput {...list("instances", texts.idsHint)} />
        <TagsInput {...list("platforms", texts.idsHint)} />
      </Advanced>
    </VerbForm>
  );
}

export function ShownSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return <ShownOnce title={texts.secret} text={secret} name={texts.theSecret} meaning={texts.secretMeaning} onDone={onDone} />;
}
