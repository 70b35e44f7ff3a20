import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import type { Departure, ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone } from "../verbs/notify-done.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { CreatedTokens } from "./created-tokens.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { isLastAdministrator } from "./person-list.ts";
import { VerbPart } from "./person-verbs.tsx";

interface DisableAccountProps {
  readonly person: ListedPerson;
  readonly people: readonly ListedPerson[];
}

export function DisableAccount({ person, people }: DisableAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <VerbPart title={texts.disable} meaning={texts.disableMeaning}>
      {isLastAdministrator(person, people) ? (
        <Text size="sm">{texts.last}</Text>
      ) : (
        <Button variant="light" color="red" onClick={() => setIsOpen(true)}>
          {texts.disableDo}
        </Button>
      )}
      {isOpen && <ConfirmDisable person={person} onClose={() => setIsOpen(false)} />}
    </VerbPart>
  );
}

function ConfirmDisable({ person, onClose }: { readonly person: ListedPerson; readonly onClose: () => void }) {
  const { actions } = sharedTexts;
  const [revokes, setRevokes] = useState(false);
  const verb = useVerb(null, (departure: Departure) => admin.disablePerson({ person: person.id, body: departure }));
  const send = async () => {
    if (!(await verb.run(revokes ? { revoke_tokens: true } : {}))) return;
    notifyDone(texts.disabled(person.name));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={texts.disableTitle(person.name)}>
      <Stack gap="md">
        <Consequences person={person} />
        <CreatedTokens person={person.id} isRevoked={revokes} onChange={setRevokes} />
        <VerbError verb={verb} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button color="red" loading={verb.isBusy} onClick={() => void send()}>
            {texts.disableNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Consequences({ person: { id, administrator, roles } }: { readonly person: ListedPerson }) {
  const { roles: names } = sharedTexts;
  const { person: self } = useSession();
  return (
    <>
      {self?.id === id && <Alert color="yellow">{texts.self}</Alert>}
      <div>
        <Text size="sm" fw={600}>
          {texts.consequences}
        </Text>
        <List size="sm" withPadding mah="12rem" style={{ overflowY: "auto" }}>
          <List.Item>{texts.ends.sessions}</List.Item>
          <List.Item>{texts.ends.links}</List.Item>
          {administrator && <List.Item>{texts.ends.administrator}</List.Item>}
          {roles.map(({ project, role }) => (
            <List.Item key={project}>{texts.ends.role(names[role], project)}</List.Item>
          ))}
        </List>
      </div>
    </>
  );
}
