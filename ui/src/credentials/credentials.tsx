/** A list of keys or tokens, with drawers for the open one and for a new one. */
import { Alert, Drawer } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import type { ReactNode } from "react";
import { FoundList, type FoundListTexts } from "../elements/found-list.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { type Credential, type CredentialSearch, matchesSearch } from "./credential-search.ts";
import { credentialTexts } from "./credential-texts.ts";

interface CredentialsProps<T> {
  readonly query: UseQueryResult<readonly T[], Error>;
  readonly texts: { readonly create: string; readonly title: (name: string) => string; readonly gone: string };
  /** Id of the open one. */
  readonly open: string | undefined;
  readonly onClose: () => void;
  readonly list: (credentials: readonly T[]) => ReactNode;
  readonly details: (credential: T) => ReactNode;
  /** Form in the drawer for a new one; null: it is closed. */
  readonly form: ReactNode;
}

export function Credentials<T extends Credential>({ query, texts, open, onClose, list, details, form }: CredentialsProps<T>) {
  const drawer = { opened: true, onClose };
  return (
    <>
      <QueryState query={query}>
        {(credentials) => {
          const found = credentials.find(({ id }) => id === open);
          return (
            <>
              {list(credentials)}
              {open !== undefined && (
                <Drawer {...drawer} title={texts.title(found?.name || open)}>
                  {found ? details(found) : <Alert color="gray">{texts.gone}</Alert>}
                </Drawer>
              )}
            </>
          );
        }}
      </QueryState>
      {form !== null && (
        <Drawer {...drawer} title={texts.create}>
          {form}
        </Drawer>
      )}
    </>
  );
}

interface FoundCredentialsProps<T> {
  readonly credentials: readonly T[];
  readonly texts: FoundListTexts;
  readonly search: CredentialSearch;
  readonly go: (search: CredentialSearch) => void;
  readonly table: (found: readonly T[]) => ReactNode;
}

/** Search fields, and the matching credentials below. */
export function FoundCredentials<T extends Credential>({ credentials, ...props }: FoundCredentialsProps<T>) {
  const { states } = credentialTexts;
  return (
    <FoundList
      {...props}
      items={credentials}
      states={credentialStates.map((value) => [value, states[value]] as const)}
      stateOf={({ state }) => state}
      isFound={matchesSearch}
    />
  );
}
