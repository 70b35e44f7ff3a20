import { useQuery } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { Mark, TwoLines } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { InvitePerson } from "../members/invite-person.tsx";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { LastSeen, PersonDetails, PersonStateBadge, Roles, SignInMethods } from "./person-details.tsx";
import { personListQuery, personState } from "./person-list.ts";

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
