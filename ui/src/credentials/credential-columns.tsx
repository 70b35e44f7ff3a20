import { Anchor, Badge, Code } from "@mantine/core";
import type { CredentialState } from "drawbridge-rules/credentials/credential.ts";
import type { ReactNode } from "react";
import type { Column } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import type { Credential } from "./credential-search.ts";
import { credentialTexts, credentialTexts as texts } from "./credential-texts.ts";

/** Props that make a link or a button look like a name, with the name as its child. */
type NameProps = Record<string, unknown>;

interface CredentialColumnsProps<T> {
  readonly titles: { readonly name: string; readonly state: string; readonly expiry: string; readonly last: string };
  /** Link or button that opens the details. */
  readonly opener: (credential: T, props: NameProps) => ReactNode;
  /** Shown after the name. */
  readonly marks?: (credential: T) => ReactNode;
  /** Revocation or expiry as "3 days ago" instead of a date. */
  readonly isRelative?: boolean;
}

/** Columns shared by all lists of keys and tokens; each list adds its own between them. */
export function useCredentialColumns<T extends Credential>(props: CredentialColumnsProps<T>) {
  const { titles, opener, marks, isRelative = false } = props;
  const { never } = credentialTexts;
  const name = (value: T) => (
    <Anchor
      fz="sm"
      fw={600}
      ta="start"
      style={{ overflowWrap: "anywhere" }}
      {...(marks ? { mr: "xs" } : {})}
      renderRoot={(own) => opener(value, own)}
    >
      {value.name || value.id}
    </Anchor>
  );
  const end = ({ revoked_at, expires_at }: T) => {
    const at = revoked_at ?? expires_at;
    return at === null ? never : <InstantText at={at} {...(isRelative ? { show: "relative" } : {})} />;
  };
  return {
    name: {
      key: "name",
      title: titles.name,
      render: (value) => (
        <>
          {name(value)}
          {marks?.(value)}
        </>
      ),
    },
    state: { key: "state", title: titles.state, render: ({ state }) => <CredentialStateBadge state={state} /> },
    expiry: { key: "expiry", title: titles.expiry, render: end },
    last: { key: "last", title: titles.last, render: ({ last4 }) => <Code>{last4}</Code> },
  } satisfies Record<string, Column<T>>;
}

const colors = { active: "green", expired: "orange", revoked: "gray" } as const;

/** Shows in one word whether a key or token is valid. */
export function CredentialStateBadge({ state }: { readonly state: CredentialState }) {
  return (
    <Badge variant="light" color={colors[state]} tt="none" miw="max-content">
      {texts.states[state]}
    </Badge>
  );
}
