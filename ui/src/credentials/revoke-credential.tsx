import { Fieldset, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ConfirmByTyping } from "../elements/confirm-by-typing.tsx";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbError } from "./verb-error.tsx";

export interface RevokeTexts {
  readonly revoke: string;
  readonly revokeMeaning: string;
  readonly revoked: (name: string) => string;
}

interface RevokeCredentialProps {
  /** Null: the installation. */
  readonly project: string | null;
  /** The name is typed to confirm; the id where it has none. */
  readonly value: { readonly id: string; readonly name: string };
  readonly texts: RevokeTexts;
  readonly revoke: (id: string, idempotencyKey: string) => Promise<{ readonly id: string }>;
  readonly onDone: () => void;
  /** Shown before it is revoked. */
  readonly children?: ReactNode;
}

/** Revokes a key or a token permanently. */
export function RevokeCredential({ project, value: { id, name }, texts, revoke, onDone, children }: RevokeCredentialProps) {
  const verb = useVerb(project, revoke);
  const send = async () => {
    const answer = verb.isBusy ? null : await verb.run(id);
    if (!answer) return;
    notifyDone(texts.revoked(name || id));
    onDone();
  };
  return (
    <Fieldset legend={texts.revoke}>
      <Stack gap="sm">
        <Text size="sm">{texts.revokeMeaning}</Text>
        {children}
        <ConfirmByTyping text={name || id} button={texts.revoke} onConfirm={() => void send()} />
        <VerbError verb={verb} />
      </Stack>
    </Fieldset>
  );
}
