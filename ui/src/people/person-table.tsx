import { Anchor, Badge, Code, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AccountLink, ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useSession } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AccountLinkShown } from "./new-person.tsx";
import classes from "./people.module.css";
import { peopleRoute } from "./people-route.ts";
import { peopleTexts, peopleTexts as texts } from "./people-texts.ts";
import { personState } from "./person-list.ts";
import { Administration, CreateAccountLink, Enable, SignOut } from "./person-verbs.tsx";
import { DisableAccount, ErasePerson } from "./remove-person.tsx";

export function PersonTable({ people }: { readonly people: readonly ListedPerson[] }) {
  const { columns: titles } = peopleTexts;
  const { screens } = sharedTexts;
  const columns: readonly Column<ListedPerson>[] = [
    { key: "name", title: titles.name, render: (person) => <Name person={person} /> },
    { key: "login", title: titles.login, render: ({ login }) => <span className={classes.login}>{login}</span> },
    { key: "roles", title: titles.roles, render: (person) => <Roles person={person} most={2} /> },
    { key: "ways", title: titles.ways, render: (person) => <SignInMethods person={person} /> },
    { key: "state", title: titles.state, render: (person) => <StateBadge person={person} /> },
    { key: "seen", title: titles.seen, render: (person) => <LastSeen person={person} /> },
  ];
  return <DataTable label={screens.people} columns={columns} rows={people} rowKey={({ id }) => id} />;
}

function Name({ person: { id, name } }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  const { person: self } = useSession();
  return (
    <>
      <Anchor
        fz="sm"
        fw={600}
        underline={self?.id === id ? "always" : "hover"}
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => (
          <Link {...props} from={peopleRoute.fullPath} search={({ query, state }) => ({ query, state, open: id })}>
            {name}
          </Link>
        )}
      />
      {self?.id === id && <Text span size="sm" c="dimmed">{` (${texts.you})`}</Text>}
    </>
  );
}

/** @param most how many roles are shown, if not all */
function Roles({
  person: { administrator, roles, disabled_at: disabled },
  most,
}: {
  readonly person: ListedPerson;
  readonly most?: number;
}) {
  const texts = peopleTexts;
  const { shell, roles: names, actions } = sharedTexts;
  if (administrator) return texts.administrator;
  if (roles.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {disabled === null ? texts.noRoles : texts.nothing}
      </Text>
    );
  const shown = most !== undefined && roles.length > most + 1 ? roles.slice(0, most) : roles;
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

function SignInMethods({ person: { has_password: password, has_identity: identity } }: { readonly person: ListedPerson }) {
  const { ways } = peopleTexts;
  const found = [...(password ? [ways.password] : []), ...(identity ? [ways.provider] : [])];
  if (found.length > 0) return formatList(found);
  return (
    <Text span size="sm" c="dimmed">
      {ways.none}
    </Text>
  );
}

const colors = { active: "green", invited: "blue", disabled: "gray" } as const;

function StateBadge({ person }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  const state = personState(person);
  return (
    <Badge variant="light" color={colors[state]} tt="none" miw="max-content" title={texts.statesMeaning[state]}>
      {texts.states[state]}
    </Badge>
  );
}

function LastSeen({ person: { seen_at: seen } }: { readonly person: ListedPerson }) {
  const texts = peopleTexts;
  if (seen !== null) return <InstantText at={seen} show="relative" />;
  return (
    <Text span size="sm" c="dimmed">
      {texts.signedInNowhere}
    </Text>
  );
}

interface PersonDetailsProps {
  readonly person: ListedPerson;
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

function Facts({ person }: { readonly person: ListedPerson }) {
  return (
    <Stack gap={4}>
      <Fact name={texts.columns.state}>
        <StateBadge person={person} /> {texts.statesMeaning[personState(person)]}
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
