import { Alert, Button, Code, Group, MultiSelect, NativeSelect, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { eventTypes, webhookFormats } from "drawbridge-rules/webhooks/event-type.ts";
import type { ChangedWebhook, Delivery, Webhook, WebhookRequest } from "drawbridge-rules/wire/webhook.ts";
import { useState } from "react";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { Advanced, AdvancedId, Facts, InstantText, Quiet, StateBadge, TwoLines, WhenText } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { ConfirmByTyping, fieldsOf } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/screen.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { formatList, formatNumber, formatRelative, formatSince } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb, VerbButton, VerbForm, VerbSection } from "../verbs/verb-form.tsx";
import { deliveryListQuery, webhookListQuery, webhookState } from "./webhook-list.ts";
import { webhookTexts as texts } from "./webhook-texts.ts";

const { columns: titles } = texts;
const hostOf = ({ url }: Webhook) => new URL(url).host;

const columns: readonly Column<Webhook>[] = [
  { key: "state", title: titles.state, render: (webhook) => <WebhookStateBadge webhook={webhook} /> },
  { key: "format", title: titles.format, render: ({ format }) => texts.formatOf[format] },
  { key: "host", title: titles.host, render: (webhook) => <TwoLines miw="9rem">{hostOf(webhook)}</TwoLines> },
  { key: "waiting", title: titles.waiting, isAtEnd: true, render: ({ waiting }) => formatNumber(waiting) },
  { key: "answer", title: titles.answer, render: ({ last_answer: answer }) => answer ?? <Quiet>{texts.noAnswer}</Quiet> },
];

export function WebhooksScreen() {
  const { administrator } = useSession();
  return (
    <CollectionScreen
      project={null}
      title={sharedTexts.screens.webhooks}
      texts={texts}
      items={useQuery({ ...webhookListQuery, enabled: administrator })}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={columns}
      wordsOf={(webhook) => [webhook.name, hostOf(webhook), webhook.id]}
      states={{ labels: texts.states, of: webhookState }}
      details={(webhook, _, close) => webhook && <WebhookDetails webhook={webhook} onClose={close} />}
      form={(close) => <WebhookForm onClose={close} />}
    />
  );
}

interface WebhookProps {
  readonly webhook: Webhook;
}

const colors = { active: "gray", failing: "caution", disabled: "caution" } as const;

function WebhookStateBadge({ webhook }: WebhookProps) {
  const now = useNow();
  const state = webhookState(webhook);
  const { failing_since: since } = webhook;
  const text = state === "failing" && since !== null ? texts.failing(formatSince(since, now)) : texts.states[state];
  return <StateBadge color={colors[state]}>{text}</StateBadge>;
}

function WebhookDetails({ webhook, onClose }: WebhookProps & { readonly onClose: () => void }) {
  const { id, name, format } = webhook;
  const [isEdited, setIsEdited] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const remove = useVerb(
    null,
    () => admin.deleteWebhook({ webhook: id }),
    () => {
      notifyDone(texts.removed(name));
      onClose();
    },
  );
  if (isEdited) return <WebhookForm webhook={webhook} onClose={() => setIsEdited(false)} />;
  if (secret !== null) return <ShownSecret secret={secret} onDone={() => setSecret(null)} />;
  return (
    <Stack gap="md">
      <WebhookFacts webhook={webhook} />
      <Group gap="sm">
        <Button onClick={() => setIsEdited(true)}>{texts.edit}</Button>
        <VerbButton
          send={() => admin.testWebhook({ webhook: id })}
          onDone={({ delivered, answer }) => setTested(texts.testResult(delivered, answer))}
        >
          {texts.test}
        </VerbButton>
      </Group>
      {tested !== null && (
        <Alert color="gray" role="status">
          {tested}
        </Alert>
      )}
      {format !== "alertmanager" && <Deliveries webhook={webhook} />}
      {format === "standard" && (
        <VerbSection title={texts.rotate} meaning={texts.rotateMeaning}>
          <VerbButton
            send={(idempotencyKey) => admin.rotateWebhookSecret({ webhook: id, idempotencyKey })}
            onDone={(answer) => setSecret(answer.secret)}
          >
            {texts.rotate}
          </VerbButton>
        </VerbSection>
      )}
      <VerbSection title={texts.remove} meaning={texts.removeMeaning} verb={remove}>
        <ConfirmByTyping text={name} button={texts.remove} onConfirm={() => void (remove.isBusy || remove.run(null))} />
      </VerbSection>
      <AdvancedId name={texts.id} id={id} />
    </Stack>
  );
}

function WebhookFacts({ webhook }: WebhookProps) {
  const { id, url, format, events, projects, instances, platforms, disabled, waiting } = webhook;
  const now = useNow();
  const scope = (ids: readonly string[] | null) => ids !== null && formatList(ids);
  return (
    <>
      <Facts
        facts={{
          [texts.columns.state]: <WebhookStateBadge webhook={webhook} />,
          [texts.url]: <Code>{url}</Code>,
          [texts.format]: texts.formatOf[format],
          [texts.events]: scope(events) || texts.allEvents,
          [texts.projects]: scope(projects),
          [texts.instances]: scope(instances),
          [texts.platforms]: scope(platforms),
          [texts.columns.waiting]: formatNumber(waiting),
          [texts.columns.answer]: webhook.last_answer,
          [texts.delivered]: <WhenText at={webhook.last_delivered_at} never={texts.never} />,
          [texts.made]: <InstantText at={webhook.created_at} />,
        }}
      />
      {disabled !== null && (
        <Alert color="caution">
          <Stack gap="xs" align="flex-start">
            <Text>{texts.disabled(formatRelative(disabled.at, now), disabled.reason)}</Text>
            <VerbButton send={(idempotencyKey) => admin.patchWebhook({ webhook: id, body: { disabled: false }, idempotencyKey })}>
              {texts.enable}
            </VerbButton>
          </Stack>
        </Alert>
      )}
    </>
  );
}

const firstDeliveries = 5;

function Deliveries({ webhook: { id, disabled } }: WebhookProps) {
  const now = useNow();
  return (
    <VerbSection title={texts.deliveries} meaning={texts.deliveriesMeaning}>
      <QueryState query={useQuery(deliveryListQuery(id))}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 && <Text>{texts.noDeliveries}</Text>}
            <ShowMore items={deliveries} first={firstDeliveries} keyOf={({ event }) => event}>
              {(delivery) => <TwoLines more={deliveryText(delivery, now)}>{delivery.text}</TwoLines>}
            </ShowMore>
            {disabled === null && deliveries.some(({ state }) => state === "failed") && (
              <VerbButton
                send={() => admin.replayDeliveries({ webhook: id })}
                onDone={({ replayed }) => notifyDone(texts.replayed(replayed))}
              >
                {texts.replay}
              </VerbButton>
            )}
          </>
        )}
      </QueryState>
    </VerbSection>
  );
}

/** `failed, 2 hours ago · 12 attempts · HTTP 503` @param now epoch ms */
function deliveryText({ state, happened_at, attempts, answer, next_attempt_at: next }: Delivery, now: number): string {
  const when = `${texts.deliveryStates[state]}, ${formatRelative(happened_at, now)}`;
  const parts = [when, texts.attempts(attempts), answer, next && texts.next(formatRelative(next, now))];
  return parts.filter((part) => part !== null).join(" · ");
}

type Form = Required<WebhookRequest>;
const empty: Form = { name: "", url: "", format: "standard", events: null, projects: null, instances: null, platforms: null };
const scopes = ["projects", "instances", "platforms"] as const;

/** The URL can be a secret, so the tab keeps no draft. @param webhook absent means a new one */
function WebhookForm({ webhook, onClose }: { readonly webhook?: Webhook; readonly onClose: () => void }) {
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

function ShownSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return <ShownOnce title={texts.secret} text={secret} name={texts.theSecret} meaning={texts.secretMeaning} onDone={onDone} />;
}
