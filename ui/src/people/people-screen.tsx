import { Alert, Button, Drawer, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { useDeferredValue } from "react";
import { Icon } from "../elements/icon.tsx";
import { ListFilters } from "../elements/list-filters.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcut.ts";
import { useLanguage, useSharedTexts, useTexts } from "../texts/language.tsx";
import { NewPerson } from "./new-person.tsx";
import { type PeopleSearch, peopleRoute, personStates } from "./people-route.ts";
import { peopleTexts } from "./people-texts.ts";
import { PersonDetails } from "./person-details.tsx";
import { isFound, personListQuery, stateOf } from "./person-list.ts";
import { PersonTable } from "./person-table.tsx";

export function PeopleScreen() {
  const texts = useTexts(peopleTexts);
  const { screens, session, roles } = useSharedTexts();
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
  const texts = useTexts(peopleTexts);
  const { actions } = useSharedTexts();
  const people = useQuery(personListQuery);
  const { create, open } = peopleRoute.useSearch();
  const go = useGo();
  const close = { "aria-label": actions.close };
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
        <Drawer opened onClose={() => go({})} title={texts.create} closeButtonProps={close}>
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
  const texts = useTexts(peopleTexts);
  const { actions } = useSharedTexts();
  const person = people.find((each) => each.id === id);
  return (
    <Drawer opened onClose={onClose} title={person?.name ?? id} closeButtonProps={{ "aria-label": actions.close }}>
      {person ? (
        <PersonDetails key={id} person={person} people={people} onClose={onClose} />
      ) : (
        <Alert color="gray">{texts.gone}</Alert>
      )}
    </Drawer>
  );
}

function FoundPeople({ people }: { readonly people: readonly ListedPerson[] }) {
  const texts = useTexts(peopleTexts);
  const { locale } = useLanguage();
  const { query = "", state } = peopleRoute.useSearch();
  const go = useGo();
  const wanted = useDeferredValue(query);
  const found = people.filter((person) => (state === undefined || stateOf(person) === state) && isFound(person, wanted));
  return (
    <>
      <ListFilters
        texts={texts}
        states={personStates.map((value) => [value, texts.states[value]] as const)}
        query={query}
        state={state}
        go={go}
      />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : texts.found(found.length, locale)}
      </Text>
      {found.length > 0 && <PersonTable people={found} />}
    </>
  );
}

/** To the same screen with another search; what is searched for stays. */
function useGo(): (search: PeopleSearch) => void {
  const navigate = peopleRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query, state }) => ({ query, state, ...search }),
      replace: "query" in search || "state" in search,
    });
}
