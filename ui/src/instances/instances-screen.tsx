import { Anchor, Badge, Button, Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useDeferredValue } from "react";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { SearchField } from "../elements/found-list.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { durationText } from "../elements/typed-times.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { InstanceDrawer } from "./instance-drawer.tsx";
import { instanceDisplayName, instanceListQuery, matchesSearch } from "./instance-list.ts";
import { instanceTexts as texts } from "./instance-texts.ts";
import { type InstanceSearch, instancesRoute } from "./instances-route.ts";

const { drafts, screens } = sharedTexts;

export function InstancesScreen() {
  const { project } = instancesRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const instances = useQuery(instanceListQuery(project));
  const go = useGo();
  const mayEdit = isAtLeast(useRole(project), "editor");
  useShortcut("c", texts.create, () => mayEdit && go({ create: true }));
  return (
    <Screen
      title={screens.instances}
      meaning={texts.meaning}
      project={project}
      actions={
        <MayEdit project={project}>
          <CreateButton onClick={() => go({ create: true })} />
        </MayEdit>
      }
    >
      <QueryState query={head}>
        {({ value }) => (
          <QueryState query={instances}>{(list) => <Instances project={project} head={value} instances={list} />}</QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

interface InstancesProps {
  readonly project: string;
  readonly head: Project;
  readonly instances: readonly Instance[];
}

function Instances({ project, head, instances }: InstancesProps) {
  const { query = "", edit, create } = instancesRoute.useSearch();
  const go = useGo();
  const isOpen = create === true || edit !== undefined;
  return (
    <>
      {instances.length === 0 ? (
        <NoInstances project={project} />
      ) : (
        <FoundInstances head={head} instances={instances} query={query} />
      )}
      {isOpen && (
        <InstanceDrawer
          key={edit ?? ""}
          project={project}
          head={head}
          id={create ? null : (edit ?? null)}
          instance={instances.find(({ id }) => id === edit) ?? null}
          onClose={() => go({})}
        />
      )}
    </>
  );
}

function FoundInstances({
  head,
  instances,
  query,
}: {
  readonly head: Project;
  readonly instances: readonly Instance[];
  readonly query: string;
}) {
  const go = useGo();
  const wanted = useDeferredValue(query);
  const found = instances.filter((instance) => matchesSearch(instance, wanted, head.languages ?? []));
  return (
    <>
      <SearchField label={texts.find} query={query} onQuery={(wanted) => go({ query: wanted })} />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound(query) : texts.found(found.length)}
      </Text>
      {found.length > 0 && <InstanceTable head={head} instances={found} />}
    </>
  );
}

function NoInstances({ project }: { readonly project: string }) {
  const go = useGo();
  return (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <MayEdit project={project} otherwise={<Text size="sm">{texts.emptyRead}</Text>}>
          <CreateButton onClick={() => go({ create: true })} />
        </MayEdit>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

function CreateButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={onClick}>
      {texts.create}
    </Button>
  );
}

/** Changes search parameters of the screen and keeps the query. Typing adds no entry to the browser history. */
function useGo(): (search: InstanceSearch) => void {
  const navigate = instancesRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query }) => ({ query, ...search, ...(search.query === "" ? { query: undefined } : {}) }),
      replace: "query" in search,
    });
}

function InstanceTable({ head, instances }: { readonly head: Project; readonly instances: readonly Instance[] }) {
  const { languages = [] } = head;
  const columns: readonly Column<Instance>[] = [
    {
      key: "name",
      title: texts.columns.name,
      render: (instance) => <Name instance={instance} name={instanceDisplayName(instance, languages)} project={head.id} />,
    },
    { key: "id", title: texts.columns.id, render: ({ id }) => <Code>{id}</Code> },
    {
      key: "reminder",
      title: texts.columns.reminder,
      render: ({ reminder }) => <Reminder own={reminder} ofProject={head.reminder} />,
    },
  ];
  return <DataTable label={screens.instances} columns={columns} rows={instances} rowKey={({ id }) => id} />;
}

function Name({ instance, name, project }: { readonly instance: Instance; readonly name: string; readonly project: string }) {
  const { actor } = useSession();
  const isTyped = readDraft(draftKey(actor, `${project}/instances/${instance.id}`)) !== null;
  return (
    <>
      <Anchor
        fz="sm"
        fw={600}
        renderRoot={(props) => (
          <Link {...props} from={instancesRoute.fullPath} search={({ query }) => ({ query, edit: instance.id })}>
            {name}
          </Link>
        )}
      />
      {isTyped && (
        <Badge ml="xs" size="sm" variant="light" color="blue">
          {drafts.kept}
        </Badge>
      )}
    </>
  );
}

function Reminder({ own, ofProject }: { readonly own: string | undefined; readonly ofProject: string | undefined }) {
  if (own !== undefined) return durationText(own);
  return (
    <Text span size="sm" c="dimmed">
      {texts.reminderOfProject(durationText(ofProject ?? ""))}
    </Text>
  );
}
