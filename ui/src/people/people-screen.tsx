import { Alert, Button, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { FoundList } from "../elements/found-list.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { NewPerson } from "./new-person.tsx";
import { type PeopleSearch, peopleRoute, personStates } from "./people-route.ts";
import { peopleTexts as texts } from "./people-texts.ts";
import { matchesSearch, personListQuery, personState } from "./person-list.ts";
import { PersonDetails, PersonTable } from "./person-table.tsx";

export function PeopleScreen() {
  const { screens, session, roles } = sharedTexts;
  const { administrator } = useSession();
  const go = useGo();
  useShortcut("c", texts.create, () => administrator && go({ create: true }));
  const create = (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
      {texts.create}
    </Button>
  );
  return (
    <Screen title={screens.people} meaning={texts.meaning} actions={administrator && create}>
      {administrator ? <People /> : <Alert color="gray">{session.mayNot(roles.administrator)}</Alert>}
    </Screen>
  );
}

function People() {
  const people = useQuery(personListQuery);
  const { create, open } = peopleRoute.useSearch();
  const go = useGo();
  return (
    <>
      <QueryState query={people}>
        {(list) => (
          <>
            <FoundPeople people={list} />
            {open !== undefined && <OpenPerson people={list} id={open} onClose={() => go({})} />}
          </>
        )}
      </QueryState>
      {create && (
        <Drawer opened onClose={() => go({})} title={texts.create}>
          <NewPerson onClose={() => go({})} />
        </Drawer>
      )}
    </>
  );
}

interface OpenPersonProps {
  readonly people: readonly ListedPerson[];
  readonly id: string;
  readonly onClose: () => void;
}

function OpenPerson({ people, id, onClose }: OpenPersonProps) {
  const person = people.find((each) => each.id === id);
  return (
    <Drawer opened onClose={onClose} title={person?.name ?? id}>
      {person ? (
        <PersonDetails key={id} person={person} people={people} onClose={onClose} />
      ) : (
        <Alert color="gray">{texts.gone}</Alert>
      )}
    </Drawer>
  );
}

function FoundPeople({ people }: { readonly people: readonly ListedPerson[] }) {
  return (
    <FoundList
      items={people}
      texts={texts}
      states={personStates.map((value) => [value, texts.states[value]] as const)}
      search={peopleRoute.useSearch()}
      stateOf={personState}
      isFound={matchesSearch}
      go={useGo()}
      table={(found) => <PersonTable people={found} />}
    />
  );
}

/** Changes search parameters of the screen and keeps the query. */
function useGo(): (search: PeopleSearch) => void {
  const navigate = peopleRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query, state }) => ({ query, state, ...search }),
      replace: "query" in search || "state" in search,
    });
}
