import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { Credentials, FoundCredentials } from "../credentials/credentials.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { KeyUseText } from "../usage/key-advice-alert.tsx";
import { RefusedAnywhereNotice, RefusedNotice } from "../usage/refused-notice.tsx";
import { ReadKeyDetails, ReadKeyMarks, ReadKeyScope } from "./read-key-details.tsx";
import { NewReadKey } from "./read-key-form.tsx";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";
import { readKeyTexts } from "./read-key-texts.ts";
import { type ReadKeySearch, readKeysRoute } from "./read-keys-route.ts";

export function ReadKeysScreen() {
  const { project } = readKeysRoute.useParams();
  const { edit, add } = readKeysRoute.useSearch();
  const texts = readKeyTexts;
  const { screens } = sharedTexts;
  const keys = useQuery(readKeyListQuery(project));
  const go = useGo();
  const mayEdit = isAtLeast(useRole(project), requiredRole);
  useShortcut("c", texts.create, () => mayEdit && go({ add: "create" }));
  return (
    <Screen
      title={screens.keys}
      meaning={texts.meaning}
      project={project}
      actions={
        <MayEdit project={project} role={requiredRole}>
          <AddButtons />
        </MayEdit>
      }
    >
      <RefusedNotice project={project} />
      <Credentials
        query={keys}
        texts={add ? { ...texts, create: texts[add] } : texts}
        open={edit}
        onClose={() => go({})}
        list={(list) => <Keys project={project} keys={list} />}
        details={(key) => <ReadKeyDetails key={key.id} project={project} value={key} onClose={() => go({})} />}
        form={
          add && mayEdit ? <NewReadKey key={add} project={project} isImport={add === "import"} onClose={() => go({})} /> : null
        }
      />
      <RefusedAnywhereNotice />
    </Screen>
  );
}

function AddButtons() {
  const texts = readKeyTexts;
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

interface KeysProps {
  readonly project: string;
  readonly keys: readonly ListedReadKey[];
}

function Keys({ project, keys }: KeysProps) {
  const texts = readKeyTexts;
  const search = readKeysRoute.useSearch();
  const go = useGo();
  if (keys.length > 0)
    return (
      <FoundCredentials credentials={keys} texts={texts} search={search} go={go} table={(found) => <Table keys={found} />} />
    );
  const action = (
    <MayEdit project={project} role={requiredRole} otherwise={<Text size="sm">{texts.emptyRead}</Text>}>
      <AddButtons />
    </MayEdit>
  );
  return (
    <EmptyState title={texts.emptyTitle} action={action}>
      {texts.empty}
    </EmptyState>
  );
}

function Table({ keys }: Pick<KeysProps, "keys">) {
  const { columns: titles } = readKeyTexts;
  const { screens } = sharedTexts;
  const { name, state, expiry, last } = useCredentialColumns<ListedReadKey>({
    titles,
    opener: ({ id }, props) => (
      <Link {...props} from={readKeysRoute.fullPath} search={({ query, state }) => ({ query, state, edit: id })} />
    ),
    marks: (key) => <ReadKeyMarks value={key} />,
    isRelative: true,
  });
  const columns: readonly Column<ListedReadKey>[] = [
    name,
    state,
    { key: "scope", title: titles.scope, render: (key) => <ReadKeyScope value={key} /> },
    expiry,
    { key: "use", title: titles.use, render: (key) => <KeyUseText value={key} /> },
    last,
  ];
  return <DataTable label={screens.keys} columns={columns} rows={keys} rowKey={({ id }) => id} />;
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
