import { Badge } from "@mantine/core";
import type { CredentialState } from "drawbridge-rules/credentials/credential.ts";
import { credentialTexts as texts } from "./credential-texts.ts";

const colors = { active: "green", expired: "orange", revoked: "gray" } as const;

/** Shows in one word whether a key or token is valid. */
export function CredentialStateBadge({ state }: { readonly state: CredentialState }) {
  return (
    <Badge variant="light" color={colors[state]} tt="none" miw="max-content">
      {texts.states[state]}
    </Badge>
  );
}
