/** List, details and forms of the access tokens of the installation or of a project. */
import { Code, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { ReactNode } from "react";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { Credentials } from "../credentials/credentials.tsx";
import { FoundCredentials } from "../credentials/found-credentials.tsx";
import { NewCredential } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { EmptyState } from "../elements/empty-state.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { RoleChoice } from "../members/member-form.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { accessTokenListQuery, createToken, emptyForm, revokeToken } from "./access-token-list.ts";
import { accessTokenTexts } from "./access-token-texts.ts";
import type { AccessTokenSearch } from "./access-tokens-route.ts";

interface AccessTokensProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly search: AccessTokenSearch;
  /** Changes the address. Filters that are omitted stay; an omitted token or form is closed. */
  readonly go: (search: AccessTokenSearch) => void;
  /** Shown in the empty state. */
  readonly createButton: ReactNode;
}

export function AccessTokens({ project, search, go, createButton }: AccessTokensProps) {
  const texts = accessTokenTexts;
  const close = () => go({});
  const empty = (
    <EmptyState title={texts.emptyTitle} action={createButton}>
      {project === null ? texts.emptyServer : texts.emptyProject}
    </EmptyState>
  );
  const table = (found: readonly ListedAccessToken[]) => <Table tokens={found} go={go} />;
  return (
    <Credentials
      query={useQuery(accessTokenListQuery(project))}
      texts={texts}
      open={search.token}
      onClose={close}
      list={(tokens) =>
        tokens.length === 0 ? (
          empty
        ) : (
          <FoundCredentials credentials={tokens} texts={texts} search={search} go={go} table={table} />
        )
      }
      details={(token) => <Details key={token.id} project={project} token={token} onClose={close} />}
      form={search.createToken ? <NewAccessToken project={project} onClose={close} /> : null}
    />
  );
}

function Table({ tokens, go }: Pick<AccessTokensProps, "go"> & { readonly tokens: readonly ListedAccessToken[] }) {
  const { columns: titles } = accessTokenTexts;
  const { screens, roles } = sharedTexts;
  const { name, state, expiry, last } = useCredentialColumns<ListedAccessToken>({
    titles,
    opener: ({ id }, props) => <button type="button" {...props} onClick={() => go({ token: id })} />,
  });
  const columns: readonly Column<ListedAccessToken>[] = [
    name,
    state,
    { key: "role", title: titles.role, render: ({ role }) => <span style={{ whiteSpace: "nowrap" }}>{roles[role]}</span> },
    { key: "maker", title: titles.maker, render: (token) => <Maker token={token} /> },
    { key: "used", title: titles.used, render: ({ last_used_at: used }) => <Used at={used} /> },
    expiry,
    last,
  ];
  return <DataTable label={screens.tokens} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

interface DetailsProps {
  readonly project: string | null;
  readonly token: ListedAccessToken;
  readonly onClose: () => void;
}

function Details({ project, token, onClose }: DetailsProps) {
  const texts = accessTokenTexts;
  const { roles } = sharedTexts;
  const use = (
    <>
      <Fact name={texts.columns.maker}>
        <Maker token={token} />
      </Fact>
      <Fact name={texts.columns.used}>
        <Used at={token.last_used_at} />
      </Fact>
    </>
  );
  return (
    <CredentialDetails
      project={project}
      value={token}
      texts={texts}
      scope={<Fact name={texts.columns.role}>{roles[token.role]}</Fact>}
      use={use}
      revoke={(id, idempotencyKey) => revokeToken(project, id, idempotencyKey)}
      onClose={onClose}
    />
  );
}

/** Person whom a token acts for. */
function Maker({ token: { made_by: id, made_by_name: name } }: { readonly token: ListedAccessToken }) {
  const texts = accessTokenTexts;
  if (id === null)
    return (
      <Text span size="sm" c="dimmed">
        {texts.noMaker}
      </Text>
    );
  return name ?? texts.makerGone(id);
}

function Used({ at }: { readonly at: string | null }) {
  const texts = accessTokenTexts;
  if (at !== null) return <InstantText at={at} show="relative" />;
  return (
    <Text span size="sm" c="dimmed">
      {texts.neverUsed}
    </Text>
  );
}

function NewAccessToken({ project, onClose }: Omit<DetailsProps, "token">) {
  const texts = accessTokenTexts;
  return (
    <NewCredential
      project={project}
      resource={`${project ?? ""}/tokens/create`}
      empty={emptyForm}
      texts={texts}
      fields={["role"]}
      send={(form, idempotencyKey) => createToken(project, form, idempotencyKey)}
      made={({ token }) => (
        <ShownOnce title={texts.created} text={token} name={texts.theToken} onDone={onClose}>
          <Text size="sm">
            {`${texts.howToSend} `}
            <Code>{bearer}</Code>
          </Text>
        </ShownOnce>
      )}
      onClose={onClose}
    >
      {({ form, onChange, problemAt }) =>
        project !== null && (
          <RoleChoice value={form.role} error={problemAt("role")} onChange={(role) => onChange({ ...form, role })} />
        )
      }
    </NewCredential>
  );
}

/** As written in the request, the same in every language. */
const bearer = "Authorization: Bearer …";
