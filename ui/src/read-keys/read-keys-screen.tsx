import { Alert, Button, Drawer, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useDeferredValue } from "react";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { EmptyState } from "../elements/empty-state.tsx";
import { Icon } from "../elements/icon.tsx";
import { ListFilters } from "../elements/list-filters.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcut.ts";
import { useLanguage, useSharedTexts, useTexts } from "../texts/language.tsx";
import { RefusedAnywhereNotice, RefusedNotice } from "../usage/refused-notice.tsx";
import { ReadKeyDetails } from "./read-key-details.tsx";
import { NewReadKey } from "./read-key-form.tsx";
import { isFound, keeper, readKeyListQuery } from "./read-key-list.ts";
import { ReadKeyTable } from "./read-key-table.tsx";
import { readKeyTexts } from "./read-key-texts.ts";
import { credentialStates, type ReadKeySearch, readKeysRoute } from "./read-keys-route.ts";

export function ReadKeysScreen() {
  const { project } = readKeysRoute.useParams();
  const texts = useTexts(readKeyTexts);
  const { screens } = useSharedTexts();
  const keys = useQuery(readKeyListQuery(project));
  const go = useGo();
  const mayEdit = isAtLeast(useRole(project), keeper);
  useShortcut("c", texts.create, () => mayEdit && go({ add: "create" }));
  return (
    <Screen
      title={screens.keys}
      meaning={texts.meaning}
      project={project}
      actions={
        <MayEdit project={project} role={keeper}>
          <AddButtons />
        </MayEdit>
      }
    >
      <RefusedNotice project={project} />
      <QueryState query={keys}>{(list) => <Keys project={project} keys={list} />}</QueryState>
      <RefusedAnywhereNotice />
      <AddDrawer project={project} mayEdit={mayEdit} />
    </Screen>
  );
}

function AddButtons() {
  const texts = useTexts(readKeyTexts);
  const go = useGo();
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => go({ add: "import" })}>
        {texts.import}
      </Button>
      <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ add: "create" })}>
        {texts.create}
      </Button>
    </Group>
  );
}

function AddDrawer({ project, mayEdit }: { readonly project: string; readonly mayEdit: boolean }) {
  const texts = useTexts(readKeyTexts);
  const { actions } = useSharedTexts();
  const { add } = readKeysRoute.useSearch();
  const go = useGo();
  if (add === undefined || !mayEdit) return null;
  return (
    <Drawer opened onClose={() => go({})} title={texts[add]} closeButtonProps={{ "aria-label": actions.close }}>
      <NewReadKey key={add} project={project} isImport={add === "import"} onClose={() => go({})} />
    </Drawer>
  );
}

function Keys({ project, keys }: { readonly project: string; readonly keys: readonly ListedReadKey[] }) {
  const texts = useTexts(readKeyTexts);
  const { actions } = useSharedTexts();
  const { edit } = readKeysRoute.useSearch();
  const go = useGo();
  const open = keys.find(({ id }) => id === edit);
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState
          title={texts.emptyTitle}
          action={
            <MayEdit project={project} role={keeper} otherwise={<Text size="sm">{texts.emptyRead}</Text>}>
              <AddButtons />
            </MayEdit>
          }
        >
          {texts.empty}
        </EmptyState>
      ) : (
        <FoundKeys keys={keys} />
      )}
      {edit !== undefined && (
        <Drawer
          opened
          onClose={() => go({})}
          title={texts.title(open?.name || edit)}
          closeButtonProps={{ "aria-label": actions.close }}
        >
          {open ? (
            <ReadKeyDetails key={edit} project={project} value={open} onClose={() => go({})} />
          ) : (
            <Alert color="gray">{texts.gone}</Alert>
          )}
        </Drawer>
      )}
    </>
  );
}

function FoundKeys({ keys }: { readonly keys: readonly ListedReadKey[] }) {
  const texts = useTexts(readKeyTexts);
  const { states } = useTexts(credentialTexts);
  const { locale } = useLanguage();
  const { query = "", state } = readKeysRoute.useSearch();
  const go = useGo();
  const wanted = useDeferredValue(query);
  const found = keys.filter((key) => (state === undefined || key.state === state) && isFound(key, wanted));
  return (
    <>
      <ListFilters
        texts={texts}
        states={credentialStates.map((value) => [value, states[value]] as const)}
        query={query}
        state={state}
        go={go}
      />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : texts.found(found.length, locale)}
      </Text>
      {found.length > 0 && <ReadKeyTable keys={found} />}
    </>
  );
}

/** To the same screen with another search; what is searched for stays. */
function useGo(): (search: ReadKeySearch) => void {
  const navigate = readKeysRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query, state }) => ({ query, state, ...search }),
      replace: "query" in search || "state" in search,
    });
}
