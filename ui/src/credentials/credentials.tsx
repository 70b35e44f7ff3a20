/** A list of keys or tokens, with drawers for the open one and for a new one. */
import { Alert, Drawer } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "../elements/query-state.tsx";
import type { Credential } from "./credential-search.ts";

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
