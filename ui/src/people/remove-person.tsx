import { Alert, Button, Checkbox, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedPerson, RevocationRequest } from "drawbridge-rules/wire/person.ts";
import { type ReactNode, useState } from "react";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { useProjectNames } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbSection } from "../verbs/verb-form.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { personQuery } from "./person-list.ts";

interface DisableAccountProps {
  readonly person: ListedPerson;
  /** No other administrator can sign in. */
  readonly isLast: boolean;
}

export function DisableAccount({ person, isLast }: DisableAccountProps) {
  const { id, name, administrator, roles } = person;
  const projectName = useProjectNames();
  return (
    <Departure
      person={person}
      isLast={isLast}
      title={texts.disable}
      meaning={texts.disableMeaning}
      open={texts.disableDo}
      send={(body) => admin.disablePerson({ person: id, body })}
      onDone={() => notifyDone(texts.disabled(name))}
      confirm={(send, isBusy) => (
        <Button variant="filled" loading={isBusy} onClick={send}>
          {texts.disableNow}
        </Button>
      )}
    >
      <div>
        <Text fw={600}>{texts.consequences}</Text>
        <List size="sm" withPadding mah="12rem" style={{ overflowY: "auto" }}>
          <List.Item>{texts.ends.sessions}</List.Item>
          <List.Item>{texts.ends.links}</List.Item>
          {administrator && <List.Item>{texts.ends.administrator}</List.Item>}
          {roles.map(({ project, role }) => (
            <List.Item key={project}>{texts.ends.role(sharedTexts.roles[role], projectName(project))}</List.Item>
          ))}
        </List>
      </div>
    </Departure>
  );
}

export function ErasePerson({ person, isLast, onDone }: DisableAccountProps & { readonly onDone: () => void }) {
  const erased = () => {
    notifyDone(texts.erased);
    onDone();
  };
  return (
    <Departure
      person={person}
      isLast={isLast}
      title={texts.erase}
      meaning={texts.eraseMeaning}
      open={`${texts.erase} …`}
      send={(body) => admin.erasePerson({ person: person.id, body })}
      onDone={erased}
      confirm={(send) => <ConfirmByTyping text={person.login} button={texts.eraseDo} onConfirm={send} />}
    >
      <Text>{texts.eraseStays}</Text>
    </Departure>
  );
}

interface DepartureProps extends DisableAccountProps {
  readonly title: string;
  readonly meaning: string;
  readonly open: string;
  readonly send: (departure: RevocationRequest) => Promise<unknown>;
  readonly onDone: () => void;
  readonly confirm: (send: () => void, isBusy: boolean) => ReactNode;
  readonly children: ReactNode;
}

function Departure({ person, isLast, title, meaning, open, send, onDone, confirm, children }: DepartureProps) {
  const { person: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [revokes, setRevokes] = useState(false);
  const verb = useVerb(null, send, onDone);
  const confirmed = () => void (verb.isBusy || verb.run(revokes ? { revoke_tokens: true } : {}));
  return (
    <VerbSection title={title} meaning={meaning} verb={verb}>
      {isLast && <Text>{texts.last}</Text>}
      {!isLast && !isOpen && <Button onClick={() => setIsOpen(true)}>{open}</Button>}
      {!isLast && isOpen && (
        <>
          {self?.id === person.id && <Alert color="caution">{texts.self}</Alert>}
          {children}
          <CreatedTokens person={person.id} isRevoked={revokes} onChange={setRevokes} />
          {confirm(confirmed, verb.isBusy)}
        </>
      )}
    </VerbSection>
  );
}

interface LeftTokensProps {
  readonly person: string;
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
}

const maxShown = 10;

function CreatedTokens({ person, isRevoked, onChange }: LeftTokensProps) {
  const detail = useQuery(personQuery(person));
  return (
    <div>
      <Text fw={600}>{texts.stays}</Text>
      <QueryState query={detail}>
        {({ created_tokens: tokens, created_token_count: count }) => {
          if (count === 0) return <Text>{texts.tokensNone}</Text>;
          const names = tokens.slice(0, maxShown).map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
          const more = count > names.length ? [texts.tokensMore(count - names.length)] : [];
          return (
            <>
              <Text>{texts.tokensStay(formatList([...names, ...more]))}</Text>
              <Checkbox
                mt="xs"
                label={texts.revokeTokens(count)}
                checked={isRevoked}
                onChange={({ currentTarget }) => onChange(currentTarget.checked)}
              />
            </>
          );
        }}
      </QueryState>
    </div>
  );
}
