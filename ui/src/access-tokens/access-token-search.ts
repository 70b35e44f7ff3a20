/** What an address says of access tokens: what shows of them, and which is open. Apart, since each page reads addresses. */
import type { CredentialState } from "drawbridge-rules/wire/credential.ts";

export const credentialStates: readonly CredentialState[] = ["active", "expired", "revoked"];

export interface AccessTokenSearch {
  readonly query?: string | undefined;
  readonly state?: CredentialState | undefined;
  /** The id of the one that is open. */
  readonly token?: string | undefined;
  readonly createToken?: true | undefined;
}
