import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import type { ReactNode } from "react";
import { FoundList, type FoundListTexts } from "../elements/found-list.tsx";
import { type Credential, type CredentialSearch, matchesSearch } from "./credential-search.ts";
import { credentialTexts } from "./credential-texts.ts";

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
