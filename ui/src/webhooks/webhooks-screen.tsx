import { useQuery } from "@tanstack/react-query";
import type { Webhook } from "drawbridge-rules/wire/webhook.ts";
import { Quiet, TwoLines } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { useSession } from "../session/session.ts";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { WebhookDetails, WebhookStateBadge } from "./webhook-details.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { webhookListQuery, webhookState } from "./webhook-list.ts";
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
