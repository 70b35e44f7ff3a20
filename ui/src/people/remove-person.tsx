import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedPerson, RevocationRequest } from "drawbridge-rules/wire/person.ts";
import { type ReactNode, useState } from "react";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbError, VerbSection } from "../verbs/verb-form.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { personQuery } from "./person-list.ts";

interface DisableAccountProps {
  readonly person: ListedPerson;
  /** The only administrator who can sign in. */
  readonly isLast: boolean;
}

export function DisableAccount({ person, isLast }: DisableAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <VerbSection title={texts.disable} meaning={texts.disableMeaning}>
      {isLast ? (
        <Text size="sm">{texts.last}</Text>
      ) : (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {texts.disableDo}
        </Button>
      )}
      {isOpen && <ConfirmDisable person={person} onClose={() => setIsOpen(false)} />}
    </VerbSection>
  );
}

function ConfirmDisable({ person, onClose }: { readonly person: ListedPerson; readonly onClose: () => void }) {
  const { actions } = sharedTexts;
  const [revokes, setRevokes] = useState(false);
  const verb = useVerb(null, (departure: RevocationRequest) => admin.disablePerson({ person: person.id, body: departure }));
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
          <Button loading={verb.isBusy} onClick={() => void send()}>
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
  const projects = useQuery(projectListQuery).data ?? [];
  const nameOf = (project: string) => projects.find((each) => each.id === project)?.name || project;
  return (
    <>
      {self?.id === id && <Alert color="caution">{texts.self}</Alert>}
      <div>
        <Text size="sm" fw={600}>
          {texts.consequences}
        </Text>
        <List size="sm" withPadding mah="12rem" style={{ overflowY: "auto" }}>
          <List.Item>{texts.ends.sessions}</List.Item>
          <List.Item>{texts.ends.links}</List.Item>
          {administrator && <List.Item>{texts.ends.administrator}</List.Item>}
          {roles.map(({ project, role }) => (
            <List.Item key={project}>{texts.ends.role(names[role], nameOf(project))}</List.Item>
          ))}
        </List>
      </div>
    </>
  );
}

interface ErasePersonProps extends DisableAccountProps {
  readonly onDone: () => void;
}

export function ErasePerson({ person, isLast, onDone }: ErasePersonProps) {
  const { id, login } = person;
  const { person: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [revokes, setRevokes] = useState(false);
  const verb = useVerb(null, (departure: RevocationRequest) => admin.erasePerson({ person: id, body: departure }));
  const send = async () => {
    if (verb.isBusy || !(await verb.run(revokes ? { revoke_tokens: true } : {}))) return;
    notifyDone(texts.erased);
    onDone();
  };
  return (
    <VerbSection title={texts.erase} meaning={texts.eraseMeaning} verb={verb}>
      {isLast && <Text size="sm">{texts.last}</Text>}
      {!isLast && !isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {`${texts.erase} …`}
        </Button>
      )}
      {!isLast && isOpen && (
        <>
          {self?.id === id && <Alert color="caution">{texts.self}</Alert>}
          <CreatedTokens person={id} isRevoked={revokes} onChange={setRevokes}>
            <Text size="sm">{texts.eraseStays}</Text>
          </CreatedTokens>
          <ConfirmByTyping text={login} button={texts.eraseDo} onConfirm={() => void send()} />
        </>
      )}
    </VerbSection>
  );
}

interface LeftTokensProps {
  /** Id. */
  readonly person: string;
  /** True if the same step revokes them. */
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
  /** Further items that stay. */
  readonly children?: ReactNode;
}

/** Maximum token names shown; more are only counted. */
const maxShown = 10;

/** Access tokens that a departing person created: they keep working unless they are revoked in the same step. */
function CreatedTokens({ person, isRevoked, onChange, children }: LeftTokensProps) {
  const detail = useQuery(personQuery(person));
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.stays}
      </Text>
      {children}
      <QueryState query={detail}>
        {({ created_tokens: tokens, created_token_count: count }) => {
          if (count === 0) return <Text size="sm">{texts.tokensNone}</Text>;
          const names = tokens.slice(0, maxShown).map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
          const more = count > names.length ? [texts.tokensMore(count - names.length)] : [];
          return (
            <>
              <Text size="sm">{texts.tokensStay(formatList([...names, ...more]))}</Text>
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
