import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Delivery, Webhook } from "drawbridge-rules/wire/webhook.ts";
import { useState } from "react";
import { AdvancedId } from "../elements/advanced.tsx";
import { Quiet, StateBadge, TwoLines, WhenText } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { Facts } from "../elements/fact.tsx";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { formatList, formatNumber, formatRelative, formatSince } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbButton, VerbSection } from "../verbs/verb-form.tsx";
import { ShownSecret, WebhookForm } from "./webhook-form.tsx";
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
