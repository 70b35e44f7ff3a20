import { Code, Stack, Text } from "@mantine/core";
import type { AccountLink, ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { Quiet, StateBadge, WhenText } from "../elements/cells.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AccountLinkShown } from "./new-person.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { personState } from "./person-list.ts";
import { Administration, CreateAccountLink, Enable, SignOut } from "./person-verbs.tsx";
import { DisableAccount, ErasePerson } from "./remove-person.tsx";

interface PersonProps {
  readonly person: ListedPerson;
}

/** @param max how many roles are shown, if not all */
export function Roles({
  person: { administrator, roles, disabled_at: disabled },
  max = Number.POSITIVE_INFINITY,
}: PersonProps & { readonly max?: number }) {
  const { shell, roles: names, actions } = sharedTexts;
  if (administrator) return texts.administrator;
  if (roles.length === 0) return <Quiet>{disabled === null ? texts.noRoles : texts.nothing}</Quiet>;
  const shown = roles.length > max + 1 ? roles.slice(0, max) : roles;
  return (
    <Stack gap={0} component="span">
      {shown.map(({ project, role }) => (
        <span key={project}>{shell.roleOf(names[role], project)}</span>
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

export function SignInMethods({ person: { has_password: password, has_identity: identity } }: PersonProps) {
  const { ways } = texts;
  const found = [...(password ? [ways.password] : []), ...(identity ? [ways.provider] : [])];
  return found.length > 0 ? formatList(found) : <Quiet>{ways.none}</Quiet>;
}

const colors = { active: "green", invited: "blue", disabled: "gray" } as const;

export function PersonStateBadge({ person }: PersonProps) {
  const state = personState(person);
  return (
    <StateBadge color={colors[state]} title={texts.statesMeaning[state]}>
      {texts.states[state]}
    </StateBadge>
  );
}

export function LastSeen({ person: { seen_at: seen } }: PersonProps) {
  return <WhenText at={seen} never={texts.signedInNowhere} />;
}

interface PersonDetailsProps extends PersonProps {
  readonly people: readonly ListedPerson[];
  readonly onClose: () => void;
}

export function PersonDetails({ person, people, onClose }: PersonDetailsProps) {
  const [link, setLink] = useState<AccountLink | null>(null);
  if (link)
    return <AccountLinkShown title={texts.linkMade(person.name)} name={person.name} link={link} onDone={() => setLink(null)} />;
  const isDisabled = personState(person) === "disabled";
  return (
    <Stack gap="md">
      <Facts person={person} />
      {!isDisabled && <CreateAccountLink person={person} onMade={setLink} />}
      {person.sessions > 0 && <SignOut person={person} />}
      {!isDisabled && <Administration person={person} people={people} />}
      {isDisabled ? <Enable person={person} /> : <DisableAccount person={person} people={people} />}
      <ErasePerson person={person} people={people} onDone={onClose} />
    </Stack>
  );
}

function Facts({ person }: PersonProps) {
  return (
    <Stack gap={4}>
      <Fact name={texts.columns.state}>
        <PersonStateBadge person={person} /> {texts.statesMeaning[personState(person)]}
      </Fact>
      <Fact name={texts.columns.login}>{person.login}</Fact>
      <Fact name={texts.columns.roles}>
        <Roles person={person} />
      </Fact>
      <Fact name={texts.columns.ways}>
        <SignInMethods person={person} />
      </Fact>
      <Fact name={texts.columns.seen}>
        <LastSeen person={person} />
        {person.sessions > 0 && `, ${texts.sessions(person.sessions)}`}
      </Fact>
      <Fact name={texts.made}>
        <InstantText at={person.created_at} />
      </Fact>
      {person.disabled_at !== null && (
        <Fact name={texts.disabledSince}>
          <InstantText at={person.disabled_at} />
        </Fact>
      )}
      <Fact name={texts.id}>
        <Code>{person.id}</Code>
      </Fact>
    </Stack>
  );
}
