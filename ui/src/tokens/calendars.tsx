/** Calendar addresses of a project's maintenance: tokens that anyone can subscribe with. */
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { newestFirst } from "../credentials/credential-search.ts";
import type { FieldsProps } from "../credentials/new-credential.tsx";
import { DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState } from "../elements/query-state.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { settingsRoute } from "../settings/settings-route.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { requiredRoles, type TokenForm } from "./token-list.ts";
import { tokenTexts } from "./token-texts.ts";
import { Tokens } from "./tokens.tsx";

const texts = tokenTexts.calendar;

export function Calendars({ project }: { readonly project: string }) {
  const { create = false, edit } = settingsRoute.useSearch();
  const go = useGo();
  const mayCreate = isAtLeast(useRole(project), requiredRoles.calendar);
  useShortcut("c", texts.create, () => mayCreate && go({ create: true }));
  return (
    <Tokens
      kind="calendar"
      project={project}
      open={edit}
      isNew={create && mayCreate}
      onClose={() => go({})}
      list={(tokens) => <CalendarList project={project} tokens={tokens} />}
      scope={(token) => <Fact name={texts.columns.covers}>{shownBy(token)}</Fact>}
      keeper={requiredRoles.calendar}
      fields={(fields) => <Covers project={project} {...fields} />}
      usage={() => (
        <>
          <Text size="sm">{texts.calendarHint}</Text>
          <Text size="sm">{texts.secret}</Text>
        </>
      )}
    />
  );
}

function shownBy({ instance }: Token): string {
  return instance ?? texts.wholeProject;
}

interface CalendarListProps {
  readonly project: string;
  readonly tokens: readonly Token[];
}

function CalendarList({ project, tokens }: CalendarListProps) {
  const go = useGo();
  const { name, state, expiry } = useCredentialColumns<Token>({
    titles: texts.columns,
    opener: ({ id }, props) => <Link {...props} from={settingsRoute.fullPath} search={{ section: "feeds", edit: id }} />,
  });
  const columns = [name, state, { key: "covers", title: texts.columns.covers, render: shownBy }, expiry];
  const create = (
    <MayEdit project={project} role={requiredRoles.calendar} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
      <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
        {texts.create}
      </Button>
    </MayEdit>
  );
  if (tokens.length === 0)
    return (
      <EmptyState title={texts.emptyTitle} action={create}>
        {texts.empty}
      </EmptyState>
    );
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text size="sm" c="dimmed" maw="60ch">
          {texts.meaning}
        </Text>
        {create}
      </Group>
      <DataTable label={texts.table} columns={columns} rows={newestFirst(tokens)} rowKey={({ id }) => id} />
    </Stack>
  );
}

function Covers({ project, form, onChange, problemAt }: FieldsProps<TokenForm> & { readonly project: string }) {
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  if (instances.length === 0) return null;
  return (
    <Select
      label={texts.covers}
      description={texts.coversHint}
      searchable
      allowDeselect={false}
      limit={50}
      data={[{ value: "", label: texts.wholeProject }, ...instances.map(({ id }) => ({ value: id, label: id }))]}
      value={form.instance}
      error={problemAt("instance")}
      onChange={(instance) => onChange({ ...form, instance: instance ?? "" })}
    />
  );
}

function useGo(): (search: { readonly create?: true }) => void {
  const navigate = settingsRoute.useNavigate();
  return (search) => void navigate({ search: { section: "feeds", ...search } });
}
