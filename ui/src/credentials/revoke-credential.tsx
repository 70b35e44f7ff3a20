import { Fieldset, Stack, Text } from "@mantine/core";
import type { Visible } from "drawbridge-rules/wire/values.ts";
import type { ReactNode } from "react";
import { ConfirmByTyping } from "../elements/confirm-by-typing.tsx";
import { useSayDone } from "../verbs/use-say-done.ts";
import type { Verb } from "../verbs/use-verb.ts";
import { VerbError } from "./verb-error.tsx";

export interface RevokeCredentialProps {
  readonly id: string;
  /** What is typed to confirm; the id where it has none. */
  readonly name: string;
  readonly texts: {
    readonly revoke: string;
    readonly revokeMeaning: string;
    readonly revoked: (name: string) => string;
  };
  /** Takes the id. */
  readonly verb: Verb<string, { readonly id: string } & Visible>;
  readonly onDone: () => void;
  /** What more there is to know before. */
  readonly children?: ReactNode;
}

/** Ends for good what opens something. */
export function RevokeCredential({ id, name, texts, verb, onDone, children }: RevokeCredentialProps) {
  const say = useSayDone();
  const send = async () => {
    const answer = verb.isBusy ? null : await verb.run(id);
    if (!answer) return;
    say(texts.revoked(name || id), answer);
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
