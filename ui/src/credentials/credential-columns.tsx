import { Code } from "@mantine/core";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";
import { StateBadge, WhenText } from "../elements/cells.tsx";
import type { Column } from "../elements/data-table.tsx";
import { useNow } from "../elements/use-now.ts";
import { credentialTexts, credentialWords } from "./credential-texts.ts";

export type Credential = Pick<ReadKey, "id" | "name" | "state" | "last4" | "created_at" | "expires_at" | "revoked_at"> & {
  readonly kind?: TokenKind;
  /** Null means never, or not counted. */
  readonly last_used_at: string | null;
};

/** Active ones come first. */
export function newestFirst<T extends Credential>(credentials: readonly T[]): readonly T[] {
  const rank = ({ state }: Credential) => (state === "active" ? 0 : 1);
  return credentials.toSorted((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at));
}

export const credentialList = {
  idOf: ({ id }: Credential) => id,
  nameOf: ({ name }: Credential) => name,
};

/** For the main collection of a screen: the address has one search and one filter. */
export const credentialSearch = {
  wordsOf: ({ name, id, last4 }: Credential) => [name, id, last4],
  states: {
    labels: Object.fromEntries(credentialStates.map((state) => [state, credentialTexts.states[state]])),
    of: ({ state }: Credential) => state,
  },
};

export const credentialColumns = {
  state: { key: "state", title: credentialWords.columns.state, render: (value) => <CredentialStateBadge value={value} /> },
  expiry: {
    key: "expiry",
    title: credentialWords.columns.expiry,
    render: ({ revoked_at, expires_at }) => <WhenText at={revoked_at ?? expires_at} never={credentialTexts.never} />,
  },
  last: { key: "last", title: credentialWords.columns.last, render: ({ last4 }) => <Code>{last4}</Code> },
} satisfies Record<string, Column<Credential>>;

const expiringMs = 14 * 86_400_000;
const colors = { active: "gray", unused: "gray", expiring: "caution", expired: "gray", revoked: "gray" } as const;

export function CredentialStateBadge({ value }: { readonly value: Credential }) {
  const state = shownState(value, useNow());
  return <StateBadge color={colors[state]}>{credentialTexts.states[state]}</StateBadge>;
}

function shownState({ state, kind, expires_at: end, last_used_at: used }: Credential, now: number): keyof typeof colors {
  if (state !== "active") return state;
  if (end !== null && Date.parse(end) - now < expiringMs) return "expiring";
  const isCounted = kind === undefined || kind === "access";
  return isCounted && used === null ? "unused" : "active";
}
