import { Anchor, Code, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useFormats } from "../texts/formats.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { edgeTokenTexts } from "./edge-token-texts.ts";
import { edgesRoute } from "./edges-route.ts";

export interface EdgeTokenTableProps {
  readonly tokens: readonly EdgeToken[];
  /** How many edges follow with a token; undefined: not known yet. */
  readonly followersOf: (token: string) => number | undefined;
}

export function EdgeTokenTable({ tokens, followersOf }: EdgeTokenTableProps) {
  const texts = useTexts(edgeTokenTexts);
  const { never } = useTexts(credentialTexts);
  const { number } = useFormats();
  const columns: readonly Column<EdgeToken>[] = [
    { key: "name", title: texts.columns.name, render: (token) => <Name token={token} /> },
    { key: "state", title: texts.columns.state, render: ({ state }) => <CredentialStateBadge state={state} /> },
    { key: "opens", title: texts.columns.opens, render: (token) => <Opens token={token} most={3} /> },
    { key: "edges", title: texts.columns.edges, render: ({ id }) => number(followersOf(id) ?? 0) },
    {
      key: "expiry",
      title: texts.columns.expiry,
      render: ({ revoked_at: revoked, expires_at: expires }) => {
        const at = revoked ?? expires;
        return at === null ? never : <InstantText at={at} />;
      },
    },
    { key: "last", title: texts.columns.last, render: ({ last4 }) => <Code>{last4}</Code> },
  ];
  return <DataTable label={texts.title} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

function Name({ token: { id, name } }: { readonly token: EdgeToken }) {
  return (
    <Anchor
      fz="sm"
      fw={600}
      style={{ overflowWrap: "anywhere" }}
      renderRoot={(props) => (
        <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, token: id })}>
          {name || id}
        </Link>
      )}
    />
  );
}

/** @param most how many ids are shown, if not all */
export function Opens({ token: { projects }, most }: { readonly token: EdgeToken; readonly most?: number }) {
  const texts = useTexts(edgeTokenTexts);
  const { list } = useFormats();
  const { locale } = useLanguage();
  if (projects === null)
    return (
      <Text span size="sm" c="dimmed">
        {texts.all}
      </Text>
    );
  const shown = most !== undefined && projects.length > most + 1 ? projects.slice(0, most) : projects;
  const others = shown === projects ? [] : [texts.others(projects.length - shown.length, locale)];
  return <span style={{ overflowWrap: "anywhere" }}>{list([...shown, ...others])}</span>;
}
