/** Access tokens of the installation or of a project, used by people and scripts. */
import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { type ReactNode, useId } from "react";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { FoundCredentials } from "../credentials/credentials.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { Icon } from "../elements/icon.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { EmptyState } from "../elements/query-state.tsx";
import { RoleChoice } from "../members/member-form.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { requiredRoles } from "./token-list.ts";
import { tokenTexts } from "./token-texts.ts";
import { Tokens } from "./tokens.tsx";
import type { TokenSearch } from "./tokens-route.ts";

const texts = tokenTexts.access;

interface AccessTokensProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly search: TokenSearch;
  /** Changes the address. Filters that are omitted stay; an omitted token or form is closed. */
  readonly go: (search: TokenSearch) => void;
  /** Shown in the empty state. */
  readonly createButton: ReactNode;
}

export function AccessTokens({ project, search, go, createButton }: AccessTokensProps) {
  const { roles } = sharedTexts;
  const empty = (
    <EmptyState title={texts.emptyTitle} action={createButton}>
      {project === null ? texts.emptyServer : texts.emptyProject}
    </EmptyState>
  );
  const table = (found: readonly Token[]) => <Table tokens={found} go={go} />;
  return (
    <Tokens
      kind="access"
      project={project}
      open={search.token}
      isNew={search.createToken ?? false}
      onClose={() => go({})}
      list={(tokens) =>
        tokens.length === 0 ? (
          empty
        ) : (
          <FoundCredentials credentials={tokens} texts={texts} search={search} go={go} table={table} />
        )
      }
      scope={({ role }) => <Fact name={texts.columns.role}>{role && roles[role]}</Fact>}
      use={(token) => (
        <>
          <Fact name={texts.columns.maker}>
            <Maker token={token} />
          </Fact>
          <Fact name={texts.columns.used}>
            <Used at={token.last_used_at} />
          </Fact>
        </>
      )}
      fields={({ form, onChange, problemAt }) =>
        project !== null && (
          <RoleChoice value={form.role} error={problemAt("role")} onChange={(role) => onChange({ ...form, role })} />
        )
      }
      usage={() => (
        <Text size="sm">
          {`${texts.howToSend} `}
          <Code>{bearer}</Code>
        </Text>
      )}
    />
  );
}

/** As written in the request, the same in every language. */
const bearer = "Authorization: Bearer …";

function Table({ tokens, go }: Pick<AccessTokensProps, "go"> & { readonly tokens: readonly Token[] }) {
  const { columns: titles } = texts;
  const { screens, roles } = sharedTexts;
  const { name, state, expiry, last } = useCredentialColumns<Token>({
    titles,
    opener: ({ id }, props) => <button type="button" {...props} onClick={() => go({ token: id })} />,
  });
  const columns: readonly Column<Token>[] = [
    name,
    state,
    {
      key: "role",
      title: titles.role,
      render: ({ role }) => <span style={{ whiteSpace: "nowrap" }}>{role && roles[role]}</span>,
    },
    { key: "maker", title: titles.maker, render: (token) => <Maker token={token} /> },
    { key: "used", title: titles.used, render: ({ last_used_at: used }) => <Used at={used} /> },
    expiry,
    last,
  ];
  return <DataTable label={screens.tokens} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

/** Person whom a token acts for. */
function Maker({ token: { made_by: id, made_by_name: name } }: { readonly token: Token }) {
  if (id === null)
    return (
      <Text span size="sm" c="dimmed">
        {texts.noMaker}
      </Text>
    );
  return name ?? texts.makerGone(id);
}

function Used({ at }: { readonly at: string | null }) {
  if (at !== null) return <InstantText at={at} show="relative" />;
  return (
    <Text span size="sm" c="dimmed">
      {texts.neverUsed}
    </Text>
  );
}

interface ProjectTokensProps {
  readonly project: string;
  readonly search: TokenSearch;
  readonly onSearch: (search: TokenSearch) => void;
}

/** Section in the settings of a project. */
export function ProjectTokens({ project, search, onSearch }: ProjectTokensProps) {
  const heading = useId();
  const isKeeper = isAtLeast(useRole(project), requiredRoles.access);
  const go = (next: TokenSearch) => onSearch({ query: search.query, state: search.state, ...next });
  const create = (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ createToken: true })}>
      {texts.create}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id={heading}>
            {texts.projectTitle}
          </Title>
          <Text size="sm" c="dimmed" maw="60ch">
            {texts.ofProject} {isKeeper ? texts.nobodys : texts.ofProjectRead}
          </Text>
        </div>
        {isKeeper && create}
      </Group>
      {isKeeper && <AccessTokens project={project} search={search} go={go} createButton={create} />}
    </Stack>
  );
}
