import { Alert, Button, Text } from "@mantine/core";
import type { Departure, ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { ConfirmByTyping } from "../elements/confirm-by-typing.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { notifyDone } from "../verbs/notify-done.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { CreatedTokens } from "./created-tokens.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { isLastAdministrator } from "./person-list.ts";
import { VerbPart } from "./person-verbs.tsx";

interface ErasePersonProps {
  readonly person: ListedPerson;
  readonly people: readonly ListedPerson[];
  readonly onDone: () => void;
}

export function ErasePerson({ person, people, onDone }: ErasePersonProps) {
  const { id, login } = person;
  const { person: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [revokes, setRevokes] = useState(false);
  const verb = useVerb(null, (departure: Departure) => admin.erasePerson({ person: id, body: departure }));
  const send = async () => {
    if (verb.isBusy || !(await verb.run(revokes ? { revoke_tokens: true } : {}))) return;
    notifyDone(texts.erased);
    onDone();
  };
  return (
    <VerbPart title={texts.erase} meaning={texts.eraseMeaning} verb={verb}>
      {isLastAdministrator(person, people) && <Text size="sm">{texts.last}</Text>}
      {!isLastAdministrator(person, people) && !isOpen && (
        <Button variant="light" color="red" onClick={() => setIsOpen(true)}>
          {`${texts.erase} …`}
        </Button>
      )}
      {!isLastAdministrator(person, people) && isOpen && (
        <>
          {self?.id === id && <Alert color="yellow">{texts.self}</Alert>}
          <CreatedTokens person={id} isRevoked={revokes} onChange={setRevokes}>
            <Text size="sm">{texts.eraseStays(id)}</Text>
          </CreatedTokens>
          <ConfirmByTyping text={login} button={texts.eraseDo} onConfirm={() => void send()} />
        </>
      )}
    </VerbPart>
  );
}
