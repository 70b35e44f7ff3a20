import { Alert, MultiSelect, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { useId } from "react";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { newestFirst } from "../credentials/credential-search.ts";
import { Credentials } from "../credentials/credentials.tsx";
import { type FieldsProps, NewCredential } from "../credentials/new-credential.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { FieldGroup } from "../elements/field-group.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { formatList, formatNumber } from "../texts/formats.ts";
import { edgeListQuery } from "./edge-list.ts";
import { edgeTexts } from "./edge-texts.ts";
import { createEdgeToken, type EdgeTokenForm, edgeTokenListQuery, emptyForm } from "./edge-token-list.ts";
import { edgeTokenTexts as texts } from "./edge-token-texts.ts";
import { edgesRoute } from "./edges-route.ts";
import { StartEdge } from "./start-edge.tsx";

interface EdgeTokensProps {
  /** The drawer is closed. */
  readonly onClose: () => void;
}

/** List, details and forms of edge tokens. Hides the list if there are none. */
export function EdgeTokens({ onClose }: EdgeTokensProps) {
  const { createToken, token: open } = edgesRoute.useSearch();
  const edges = useQuery(edgeListQuery).data?.edges ?? [];
  const following = (token: string) =>
    edges.filter(({ token: shown, connected_since }) => shown === token && connected_since !== null);
  return (
    <Credentials
      query={useQuery(edgeTokenListQuery)}
      texts={texts}
      open={open}
      onClose={onClose}
      list={(tokens) => tokens.length > 0 && <Listed tokens={tokens} following={following} />}
      details={(token) => <Details key={token.id} token={token} edges={following(token.id)} onClose={onClose} />}
      form={createToken ? <NewEdgeToken onClose={onClose} /> : null}
    />
  );
}

interface ListedProps {
  readonly tokens: readonly EdgeToken[];
  /** Edges that currently use a token. */
  readonly following: (token: string) => readonly Edge[];
}

function Listed({ tokens, following }: ListedProps) {
  const heading = useId();
  const { name, state, expiry, last } = useCredentialColumns<EdgeToken>({
    titles: texts.columns,
    opener: ({ id }, props) => (
      <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, token: id })} />
    ),
  });
  const columns: readonly Column<EdgeToken>[] = [
    name,
    state,
    { key: "opens", title: texts.columns.opens, render: (token) => <Opens token={token} most={3} /> },
    { key: "edges", title: texts.columns.edges, render: ({ id }) => formatNumber(following(id).length) },
    expiry,
    last,
  ];
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading} mt="md">
      <div>
        <Title order={2} id={heading}>
          {texts.table}
        </Title>
        <Text size="sm" c="dimmed" maw="60ch">
          {texts.meaning}
        </Text>
      </div>
      <DataTable label={texts.table} columns={columns} rows={newestFirst(tokens)} rowKey={({ id }) => id} />
    </Stack>
  );
}

/** @param most maximum number of ids shown; default: all */
function Opens({ token: { projects }, most }: { readonly token: EdgeToken; readonly most?: number }) {
  if (projects === null)
    return (
      <Text span size="sm" c="dimmed">
        {texts.all}
      </Text>
    );
  const shown = most !== undefined && projects.length > most + 1 ? projects.slice(0, most) : projects;
  const others = shown === projects ? [] : [texts.others(projects.length - shown.length)];
  return <span style={{ overflowWrap: "anywhere" }}>{formatList([...shown, ...others])}</span>;
}

interface DetailsProps extends EdgeTokensProps {
  readonly token: EdgeToken;
  readonly edges: readonly Edge[];
}

/** Maximum number of names shown. */
const maxHosts = 20;

function Details({ token, edges, onClose }: DetailsProps) {
  const hosts = edges.slice(0, maxHosts).map(({ host, id }) => host || id);
  const others = hosts.length === edges.length ? [] : [texts.others(edges.length - hosts.length)];
  const scope = (
    <>
      <Fact name={texts.columns.opens}>
        <Opens token={token} />
      </Fact>
      <Fact name={texts.followNow}>{edges.length === 0 ? texts.none : formatList([...hosts, ...others])}</Fact>
    </>
  );
  return (
    <CredentialDetails
      project={null}
      value={token}
      texts={texts}
      scope={scope}
      revoke={(id, idempotencyKey) => admin.revokeEdgeToken({ edge_token: id, idempotencyKey })}
      warning={edges.length > 0 && <Alert color="orange">{texts.revokeCuts(edges.length)}</Alert>}
      onClose={onClose}
    />
  );
}

function NewEdgeToken({ onClose }: EdgeTokensProps) {
  const { start } = edgeTexts;
  return (
    <NewCredential
      project={null}
      resource="/edge-tokens/create"
      empty={emptyForm}
      texts={texts}
      fields={["projects"]}
      send={createEdgeToken}
      made={({ token }) => (
        <ShownOnce title={texts.created} text={token} name={texts.theToken} onDone={onClose}>
          <div>
            <Text size="sm" mb={4}>
              {start}
            </Text>
            <StartEdge token={token} />
          </div>
        </ShownOnce>
      )}
      onClose={onClose}
    >
      {(fields) => <Scope {...fields} />}
    </NewCredential>
  );
}

function Scope({ form, onChange, problemAt }: FieldsProps<EdgeTokenForm>) {
  const projects = useQuery(projectListQuery).data ?? [];
  return (
    <>
      <FieldGroup label={texts.opens} description={texts.opensHint}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={form.opens}
            onChange={(opens) => onChange({ ...form, opens: opens as EdgeTokenForm["opens"] })}
            data={(["all", "some"] as const).map((value) => ({ value, label: texts.opensOf[value] }))}
          />
        )}
      </FieldGroup>
      {form.opens === "some" && (
        <MultiSelect
          label={texts.projects}
          description={texts.projectsHint}
          required
          searchable
          limit={50}
          data={projects.map(({ id, name }) => ({ value: id, label: name === "" || name === id ? id : `${name} (${id})` }))}
          value={[...form.projects]}
          error={problemAt("projects")}
          onChange={(chosen) => onChange({ ...form, projects: chosen })}
        />
      )}
    </>
  );
}
