import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { settingsRoute } from "../settings/settings-route.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { PlatformDrawer } from "./platform-drawer.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { UpdateLinkText } from "./store-choice.tsx";

/** The platforms of a project, and where each gets an update. */
export function Platforms({ project }: { readonly project: string }) {
  const policies = useQuery(policyListQuery(project));
  const head = useQuery(projectHeadQuery(project));
  const go = useGo();
  const mayEdit = isAtLeast(useRole(project), "editor");
  useShortcut("c", texts.create, () => mayEdit && go({ create: true }));
  return (
    <QueryState query={head}>
      {({ value }) => <QueryState query={policies}>{(list) => <PlatformList head={value} policies={list} />}</QueryState>}
    </QueryState>
  );
}

interface PlatformListProps {
  readonly head: Project;
  readonly policies: readonly Policy[];
}

function PlatformList({ head, policies }: PlatformListProps) {
  const { edit, create } = settingsRoute.useSearch();
  const go = useGo();
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text size="sm" c="dimmed" maw="60ch">
          {texts.meaning}
        </Text>
        {policies.length > 0 && <CreateButton project={head.id} />}
      </Group>
      {policies.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={<CreateButton project={head.id} />}>
          {texts.empty}
        </EmptyState>
      ) : (
        <PlatformTable head={head} policies={policies} />
      )}
      {(create || edit !== undefined) && (
        <PlatformDrawer
          key={edit ?? ""}
          head={head}
          id={create ? null : (edit ?? null)}
          policy={policies.find(({ id }) => id === edit) ?? null}
          onClose={() => go({})}
        />
      )}
    </Stack>
  );
}

function PlatformTable({ head, policies }: PlatformListProps) {
  const columns: readonly Column<Policy>[] = [
    {
      key: "id",
      title: texts.columns.id,
      render: ({ id }) => (
        <Anchor
          fz="sm"
          fw={600}
          renderRoot={(props) => (
            <Link {...props} from={settingsRoute.fullPath} search={{ section: "platforms", edit: id }}>
              {id}
            </Link>
          )}
        />
      ),
    },
    {
      key: "link",
      title: texts.columns.link,
      render: (policy) => <UpdateLinkText platform={policy.id} policy={policy} stores={head.stores} />,
    },
    {
      key: "versions",
      title: texts.columns.versions,
      render: ({ id }) => (
        <Anchor
          fz="sm"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/versions" params={{ project: head.id }} search={{ edit: id }}>
              {texts.versionsOf(id)}
            </Link>
          )}
        />
      ),
    },
  ];
  return <DataTable label={texts.table} columns={columns} rows={policies} rowKey={({ id }) => id} />;
}

function CreateButton({ project }: { readonly project: string }) {
  const go = useGo();
  return (
    <MayEdit project={project}>
      <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
        {texts.create}
      </Button>
    </MayEdit>
  );
}

function useGo(): (search: { readonly create?: true }) => void {
  const navigate = settingsRoute.useNavigate();
  return (search) => void navigate({ search: { section: "platforms", ...search } });
}
