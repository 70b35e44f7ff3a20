import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CreatedFeedToken, FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { newestFirst } from "../credentials/credential-search.ts";
import { Credentials } from "../credentials/credentials.tsx";
import { NewCredential } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { DataTable } from "../elements/data-table.tsx";
import { EmptyState } from "../elements/empty-state.tsx";
import { Fact } from "../elements/fact.tsx";
import { Icon } from "../elements/icon.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { settingsRoute } from "../settings/settings-route.ts";
import { useShortcut } from "../shell/shortcut.ts";
import { createFeed, emptyForm, feedTokenListQuery, requiredFeedRole } from "./feed-token-list.ts";
import { feedTokenTexts as texts } from "./feed-token-texts.ts";

/** Calendar addresses of a project's maintenance. */
export function FeedTokens({ project }: { readonly project: string }) {
  const { create, edit } = settingsRoute.useSearch();
  const go = useGo();
  const mayMake = isAtLeast(useRole(project), requiredFeedRole);
  useShortcut("c", texts.create, () => mayMake && go({ create: true }));
  const close = () => go({});
  return (
    <Credentials
      query={useQuery(feedTokenListQuery(project))}
      texts={texts}
      open={edit}
      onClose={close}
      list={(tokens) => <FeedTokenList project={project} tokens={tokens} />}
      details={(token) => (
        <CredentialDetails
          key={token.id}
          project={project}
          value={token}
          texts={texts}
          scope={<Fact name={texts.columns.covers}>{token.instance ?? texts.wholeProject}</Fact>}
          keeper={requiredFeedRole}
          revoke={(feed, idempotencyKey) => admin.revokeFeedToken({ project, feed, idempotencyKey })}
          onClose={close}
        />
      )}
      form={create && mayMake ? <NewFeedToken project={project} onClose={close} /> : null}
    />
  );
}

interface FeedTokenListProps {
  readonly project: string;
  readonly tokens: readonly FeedToken[];
}

function FeedTokenList({ project, tokens }: FeedTokenListProps) {
  const go = useGo();
  const { name, state, expiry } = useCredentialColumns<FeedToken>({
    titles: texts.columns,
    opener: ({ id }, props) => <Link {...props} from={settingsRoute.fullPath} search={{ section: "feeds", edit: id }} />,
  });
  const covers = (token: FeedToken) => token.instance ?? texts.wholeProject;
  const columns = [name, state, { key: "covers", title: texts.columns.covers, render: covers }, expiry];
  const create = (
    <MayEdit project={project} role={requiredFeedRole} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
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

function NewFeedToken({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <NewCredential
      project={project}
      resource={`${project}/feed-tokens/create`}
      empty={emptyForm}
      texts={texts}
      fields={["instance"]}
      send={(form, idempotencyKey) => createFeed(project, form, idempotencyKey)}
      made={(made) => <MadeFeed made={made} onDone={onClose} />}
      onClose={onClose}
    >
      {({ form, onChange, problemAt }) =>
        instances.length > 0 && (
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
        )
      }
    </NewCredential>
  );
}

/** The address, which contains the token. */
function MadeFeed({ made, onDone }: { readonly made: CreatedFeedToken; readonly onDone: () => void }) {
  return (
    <ShownOnce title={texts.created} text={made.calendar} name={texts.calendar} onDone={onDone}>
      <Text size="sm">{texts.calendarHint}</Text>
      <Text size="sm">{texts.secret}</Text>
    </ShownOnce>
  );
}

function useGo(): (search: { readonly create?: true }) => void {
  const navigate = settingsRoute.useNavigate();
  return (search) => void navigate({ search: { section: "feeds", ...search } });
}
