import { Alert, Button, Checkbox, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AccountLink, ListedPerson, RevocationRequest } from "drawbridge-rules/wire/person.ts";
import { type ReactNode, useState } from "react";
import { AdvancedId, Facts, InstantText, Mark, Quiet, StateBadge, TwoLines, WhenText } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/screen.tsx";
import { InvitePerson } from "../members/invite-person.tsx";
import { useProjectNames } from "../projects/project-list.ts";
import { lookAgain } from "../review/changes-since.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb, VerbButton, VerbSection } from "../verbs/verb-form.tsx";
import { AccountLinkShown } from "./account-link-shown.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { administratorListQuery, isLastAdministrator, personListQuery, personQuery, personState } from "./person-list.ts";

const { columns: titles } = texts;

const columns: readonly Column<ListedPerson>[] = [
  { key: "state", title: titles.state, render: (person) => <PersonStateBadge person={person} /> },
  { key: "roles", title: titles.roles, render: (person) => <Roles person={person} max={2} /> },
  { key: "seen", title: titles.seen, render: (person) => <LastSeen person={person} /> },
  { key: "ways", title: titles.ways, render: (person) => <SignInMethods person={person} /> },
  { key: "login", title: titles.login, render: ({ login }) => <TwoLines miw="12rem">{login}</TwoLines> },
];

export function PeopleScreen() {
  const { administrator, person: self } = useSession();
  const people = useQuery({ ...personListQuery, enabled: administrator });
  return (
    <CollectionScreen
      project={null}
      title={sharedTexts.screens.people}
      texts={texts}
      items={people}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      marks={({ id }) => self?.id === id && <Mark color="gray">{texts.you}</Mark>}
      columns={columns}
      wordsOf={({ login, name, id }) => [login, name, id]}
      states={{ labels: texts.states, of: personState }}
      address={{ open: "open" }}
      details={(person, _, close) => person && <PersonDetails person={person} people={people.data ?? []} onClose={close} />}
      form={(close) => <InvitePerson project={null} onClose={close} />}
    />
  );
}

interface PersonProps {
  readonly person: ListedPerson;
}

function Roles({
  person: { administrator, roles, disabled_at: disabled },
  max = Number.POSITIVE_INFINITY,
}: PersonProps & { readonly max?: number }) {
  const { shell, roles: names, actions } = sharedTexts;
  const projectName = useProjectNames();
  if (administrator) return texts.administrator;
  if (roles.length === 0) return <Quiet>{disabled === null ? texts.noRoles : texts.nothing}</Quiet>;
  const shown = roles.length > max + 1 ? roles.slice(0, max) : roles;
  return (
    <Stack gap={0} component="span">
      {shown.map(({ project, role }) => (
        <span key={project}>{shell.roleOf(names[role], projectName(project))}</span>
      ))}
      {shown.length < roles.length && (
        <Text span size="xs" c="dimmed">
          {`+ ${roles.length - shown.length}`}
          <span className="visually-hidden">{` ${actions.more(roles.length - shown.length)}`}</span>
        </Text>
      )}
    </Stack>
  );
}

function SignInMethods({ person: { has_password: password, has_identity: identity } }: PersonProps) {
  const { ways } = texts;
  const found = [...(password ? [ways.password] : []), ...(identity ? [ways.provider] : [])];
  return found.length > 0 ? formatList(found) : <Quiet>{ways.none}</Quiet>;
}

const colors = { active: "gray", invited: "planned", disabled: "gray" } as const;

function PersonStateBadge({ person }: PersonProps) {
  const state = personState(person);
  return (
    <StateBadge color={colors[state]} title={texts.statesMeaning[state]}>
      {texts.states[state]}
    </StateBadge>
  );
}

function LastSeen({ person: { seen_at: seen } }: PersonProps) {
  return <WhenText at={seen} never={texts.signedInNowhere} />;
}

interface PersonDetailsProps extends PersonProps {
  readonly people: readonly ListedPerson[];
  readonly onClose: () => void;
}

function PersonDetails({ person, people, onClose }: PersonDetailsProps) {
  const [link, setLink] = useState<AccountLink | null>(null);
  const { id, name } = person;
  if (link) return <AccountLinkShown title={texts.linkMade(name)} name={name} link={link} onDone={() => setLink(null)} />;
  const state = personState(person);
  const isLast = isLastAdministrator(person, people);
  return (
    <Stack gap="md">
      <Facts
        facts={{
          [texts.columns.state]: (
            <>
              <PersonStateBadge person={person} /> {texts.statesMeaning[state]}
            </>
          ),
          [texts.columns.login]: person.login,
          [texts.columns.roles]: <Roles person={person} />,
          [texts.columns.ways]: <SignInMethods person={person} />,
          [texts.columns.seen]: (
            <>
              <LastSeen person={person} />
              {person.sessions > 0 && `, ${texts.sessions(person.sessions)}`}
            </>
          ),
          [texts.made]: <InstantText at={person.created_at} />,
          [texts.disabledSince]: person.disabled_at !== null && <InstantText at={person.disabled_at} />,
        }}
      />
      {state !== "disabled" && (
        <VerbSection title={texts.link} meaning={state === "invited" ? texts.linkInvited : texts.linkReset}>
          <VerbButton send={() => admin.linkPerson({ person: id })} onDone={setLink}>
            {texts.linkDo}
          </VerbButton>
        </VerbSection>
      )}
      {person.sessions > 0 && (
        <VerbSection title={sharedTexts.shell.signOutEverywhere} meaning={texts.signOutMeaning}>
          <VerbButton send={() => admin.signOutPerson({ person: id })} onDone={() => notifyDone(texts.signedOut(name))}>
            {sharedTexts.shell.signOutEverywhere}
          </VerbButton>
        </VerbSection>
      )}
      {state !== "disabled" && <Administration person={person} isLast={isLast} />}
      {state === "disabled" ? (
        <VerbSection title={texts.enable} meaning={texts.enableMeaning}>
          <VerbButton send={() => admin.enablePerson({ person: id })} onDone={() => notifyDone(texts.enabled(name))}>
            {texts.enableDo}
          </VerbButton>
        </VerbSection>
      ) : (
        <DisableAccount person={person} isLast={isLast} />
      )}
      <ErasePerson person={person} isLast={isLast} onDone={onClose} />
      <AdvancedId name={texts.id} id={id} />
    </Stack>
  );
}

/** The installation is no project, and its changes cannot be proposed. */
const ofServer = { project: "", isProposable: false } as const;

function Administration({ person: { id, name, administrator }, isLast }: PersonProps & { readonly isLast: boolean }) {
  const administrators = useQuery({ ...administratorListQuery, enabled: administrator }).data;
  const etag = administrators?.find(({ person }) => person === id)?.etag;
  const review = useReview();
  const grant = () => {
    const request = (options: object) => admin.putAdministrator({ person: id, etag: null, ...options });
    return review({ ...ofServer, title: texts.reviewMake(name), request });
  };
  const revoke = (looked: string) => {
    let known = looked;
    return review({
      ...ofServer,
      title: texts.reviewUnmake(name),
      request: (options) => admin.deleteAdministrator({ person: id, etag: known, ...options }),
      onStale: lookAgain(async () => {
        known = (await admin.listAll("listAdministrators")).find(({ person }) => person === id)?.etag ?? known;
      }),
    });
  };
  return (
    <VerbSection title={texts.administration} meaning={administrator ? texts.unmakeMeaning : texts.makeMeaning}>
      {isLast ? (
        <Text>{texts.last}</Text>
      ) : (
        <Button
          disabled={administrator && etag === undefined}
          onClick={() => void (administrator ? revoke(etag ?? "") : grant())}
        >
          {administrator ? texts.unmakeDo : texts.makeDo}
        </Button>
      )}
    </VerbSection>
  );
}

interface DisableAccountProps {
  readonly person: ListedPerson;
  /** No other administrator can sign in. */
  readonly isLast: boolean;
}

function DisableAccount({ person, isLast }: DisableAccountProps) {
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

function ErasePerson({ person, isLast, onDone }: DisableAccountProps & { readonly onDone: () => void }) {
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

interface CreatedTokensProps {
  readonly person: string;
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
}

const maxTokens = 10;

function CreatedTokens({ person, isRevoked, onChange }: CreatedTokensProps) {
  const detail = useQuery(personQuery(person));
  return (
    <div>
      <Text fw={600}>{texts.stays}</Text>
      <QueryState query={detail}>
        {({ created_tokens: tokens, created_token_count: count }) => {
          if (count === 0) return <Text>{texts.tokensNone}</Text>;
          const names = tokens.slice(0, maxTokens).map(({ name, project }) => texts.tokenOf(name, project ?? texts.ofServer));
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
