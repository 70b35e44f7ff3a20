import { Anchor, Code, Text } from "@mantine/core";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { accessTokenTexts } from "./access-token-texts.ts";

export interface AccessTokenTableProps {
  readonly tokens: readonly ListedAccessToken[];
  readonly onOpen: (id: string) => void;
}

export function AccessTokenTable({ tokens, onOpen }: AccessTokenTableProps) {
  const { columns: titles } = useTexts(accessTokenTexts);
  const { never } = useTexts(credentialTexts);
  const { screens, roles } = useSharedTexts();
  const columns: readonly Column<ListedAccessToken>[] = [
    {
      key: "name",
      title: titles.name,
      render: ({ id, name }) => (
        <Anchor component="button" type="button" fz="sm" fw={600} ta="start" onClick={() => onOpen(id)}>
          {name || id}
        </Anchor>
      ),
    },
    { key: "state", title: titles.state, render: ({ state }) => <CredentialStateBadge state={state} /> },
    { key: "role", title: titles.role, render: ({ role }) => <span style={{ whiteSpace: "nowrap" }}>{roles[role]}</span> },
    { key: "maker", title: titles.maker, render: (token) => <Maker token={token} /> },
    { key: "used", title: titles.used, render: ({ last_used_at: used }) => <Used at={used} /> },
    {
      key: "expiry",
      title: titles.expiry,
      render: ({ revoked_at: revoked, expires_at: expires }) => {
        const at = revoked ?? expires;
        return at === null ? never : <InstantText at={at} />;
      },
    },
    { key: "last", title: titles.last, render: ({ last4 }) => <Code>{last4}</Code> },
  ];
  return <DataTable label={screens.tokens} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

/** Whom a token counts as. */
export function Maker({ token: { made_by: id, made_by_name: name } }: { readonly token: ListedAccessToken }) {
  const texts = useTexts(accessTokenTexts);
  if (id === null)
    return (
      <Text span size="sm" c="dimmed">
        {texts.noMaker}
      </Text>
    );
  return name ?? texts.makerGone(id);
}

export function Used({ at }: { readonly at: string | null }) {
  const texts = useTexts(accessTokenTexts);
  if (at !== null) return <InstantText at={at} show="relative" />;
  return (
    <Text span size="sm" c="dimmed">
      {texts.neverUsed}
    </Text>
  );
}
