import { Code, Stack } from "@mantine/core";
import type { AccountLink, ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { locale } from "../texts/locale.ts";
import { AccountLinkShown } from "./account-link-shown.tsx";
import { Administration } from "./administration.tsx";
import { DisableAccount } from "./disable-account.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { peopleTexts as texts } from "./people-texts.ts";
import { personState } from "./person-list.ts";
import { LastSeen, Roles, SignInMethods, StateBadge } from "./person-table.tsx";
import { CreateAccountLink, Enable, SignOut } from "./person-verbs.tsx";

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
        {person.sessions > 0 && `, ${texts.sessions(person.sessions, locale)}`}
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
