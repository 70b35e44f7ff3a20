import { Alert, MultiSelect, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { useId } from "react";
import { useCredentialColumns } from "../credentials/credential-columns.tsx";
import { newestFirst } from "../credentials/credential-search.ts";
import type { FieldsProps } from "../credentials/new-credential.tsx";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeTexts } from "../edges/edge-texts.ts";
import { edgesRoute } from "../edges/edges-route.ts";
import { StartEdge } from "../edges/start-edge.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { FieldGroup } from "../elements/form-fields.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { formatList, formatNumber } from "../texts/formats.ts";
import type { TokenForm } from "./token-list.ts";
import { tokenTexts } from "./token-texts.ts";
import { Tokens } from "./tokens.tsx";

const texts = tokenTexts.edge;

interface EdgeTokensProps {
  /** The drawer is closed. */
  readonly onClose: () => void;
}

/** List, details and forms of edge tokens. Hides the list if there are none. */
export function EdgeTokens({ onClose }: EdgeTokensProps) {
  const { createToken = false, token: open } = edgesRoute.useSearch();
  const edges = useQuery(edgeListQuery).data?.edges ?? [];
  const following = (token: string) =>
    edges.filter(({ token: shown, connected_since }) => shown === token && connected_since !== null);
  const hosts = ({ id: token }: Token) => {
    const connected = following(token);
    const names = connected.slice(0, maxHosts).map(({ host, id }) => host || id);
    const others = names.length === connected.length ? [] : [texts.others(connected.length - names.length)];
    return names.length === 0 ? texts.none : formatList([...names, ...others]);
  };
  return (
    <Tokens
      kind="edge"
      project={null}
      open={open}
      isNew={createToken}
      onClose={onClose}
      list={(tokens) => tokens.length > 0 && <Listed tokens={tokens} following={following} />}
      scope={(token) => (
        <>
          <Fact name={texts.columns.opens}>
            <Opens token={token} />
          </Fact>
          <Fact name={texts.followNow}>{hosts(token)}</Fact>
        </>
      )}
      warning={({ id }) => {
        const count = following(id).length;
        return count > 0 && <Alert color="orange">{texts.revokeCuts(count)}</Alert>;
      }}
      fields={(fields) => <Scope {...fields} />}
      usage={({ token }) => (
        <div>
          <Text size="sm" mb={4}>
            {edgeTexts.start}
          </Text>
          <StartEdge token={token} />
        </div>
      )}
    />
  );
}

/** Maximum number of names shown. */
const maxHosts = 20;

interface ListedProps {
  readonly tokens: readonly Token[];
  /** Edges that currently use a token. */
  readonly following: (token: string) => readonly Edge[];
}

function Listed({ tokens, following }: ListedProps) {
  const heading = useId();
  const { name, state, expiry, last } = useCredentialColumns<Token>({
    titles: texts.columns,
    opener: ({ id }, props) => (
      <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, token: id })} />
    ),
  });
  const columns: readonly Column<Token>[] = [
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
function Opens({ token: { projects }, most }: { readonly token: Token; readonly most?: number }) {
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

function Scope({ form, onChange, problemAt }: FieldsProps<TokenForm>) {
  const projects = useQuery(projectListQuery).data ?? [];
  return (
    <>
      <FieldGroup label={texts.opens} description={texts.opensHint}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={form.opens}
            onChange={(opens) => onChange({ ...form, opens: opens as TokenForm["opens"] })}
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
