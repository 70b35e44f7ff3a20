import { Anchor, Code } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { KeyUseText } from "../usage/key-use-text.tsx";
import { ReadKeyMarks, ReadKeyScope } from "./read-key-scope.tsx";
import { readKeyTexts } from "./read-key-texts.ts";
import { readKeysRoute } from "./read-keys-route.ts";

export function ReadKeyTable({ keys }: { readonly keys: readonly ListedReadKey[] }) {
  const { columns: titles } = useTexts(readKeyTexts);
  const { never } = useTexts(credentialTexts);
  const { screens } = useSharedTexts();
  const columns: readonly Column<ListedReadKey>[] = [
    { key: "name", title: titles.name, render: (key) => <Name value={key} /> },
    { key: "state", title: titles.state, render: ({ state }) => <CredentialStateBadge state={state} /> },
    { key: "scope", title: titles.scope, render: (key) => <ReadKeyScope value={key} /> },
    {
      key: "expiry",
      title: titles.expiry,
      render: ({ revoked_at: revoked, expires_at: expires }) => {
        const at = revoked ?? expires;
        return at === null ? never : <InstantText at={at} show="relative" />;
      },
    },
    { key: "use", title: titles.use, render: (key) => <KeyUseText value={key} /> },
    { key: "last", title: titles.last, render: ({ last4 }) => <Code>{last4}</Code> },
  ];
  return <DataTable label={screens.keys} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function Name({ value }: { readonly value: ListedReadKey }) {
  return (
    <>
      <Anchor
        fz="sm"
        fw={600}
        mr="xs"
        renderRoot={(props) => (
          <Link {...props} from={readKeysRoute.fullPath} search={({ query, state }) => ({ query, state, edit: value.id })}>
            {value.name || value.id}
          </Link>
        )}
      />
      <ReadKeyMarks value={value} />
    </>
  );
}
