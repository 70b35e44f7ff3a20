import { Alert, MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { Token } from "drawbridge-rules/wire/token.ts";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeTexts } from "../edges/edge-texts.ts";
import { StartEdge } from "../edges/start-edge.tsx";
import { Quiet } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import { ChoiceField, fieldsOf } from "../elements/form-fields.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { formatList } from "../texts/formats.ts";
import { tokenTexts } from "./token-texts.ts";
import { tokenAddress, useTokens } from "./tokens.tsx";

const texts = tokenTexts.edge;
const maxShown = 20;
const maxInCell = 3;

export function EdgeTokens() {
  const edges = useQuery(edgeListQuery).data?.edges ?? [];
  const projects = useQuery(projectListQuery).data ?? [];
  const connected = ({ id }: Token) => edges.filter(({ token, connected_since }) => token === id && connected_since !== null);
  const tokens = useTokens({
    kind: "edge",
    project: null,
    columns: [
      { key: "opens", title: texts.columns.opens, render: (token) => <Opens token={token} max={maxInCell} /> },
      { key: "edges", title: texts.columns.edges, render: (token) => <Hosts edges={connected(token)} max={maxInCell} /> },
    ],
    scope: (token) => ({
      [texts.columns.opens]: <Opens token={token} max={Number.POSITIVE_INFINITY} />,
      [texts.columns.edges]: <Hosts edges={connected(token)} max={maxShown} />,
    }),
    warning: (token) => {
      const count = connected(token).length;
      return count > 0 && <Alert color="caution">{texts.revokeCuts(count)}</Alert>;
    },
    fields: (edited) => {
      const { field, list } = fieldsOf(edited, texts);
      return (
        <>
          <Text>{texts.meaning}</Text>
          <ChoiceField {...field("opens")} choices={texts.opensOf} />
          {edited.form.opens === "some" && (
            <MultiSelect
              {...list("projects")}
              required
              searchable
              limit={50}
              data={projects.map(({ id, name }) => ({ value: id, label: name === "" || name === id ? id : `${name} (${id})` }))}
            />
          )}
        </>
      );
    },
    usage: ({ token }) => (
      <div>
        <Text mb={4}>{edgeTexts.start}</Text>
        <StartEdge token={token} />
      </div>
    ),
  });
  return <CollectionSection title={texts.table} address={tokenAddress} {...tokens} />;
}

function Names({ names, max }: { readonly names: readonly string[]; readonly max: number }) {
  const others = names.length > max + 1 ? [texts.others(names.length - max)] : [];
  return <span>{formatList([...names.slice(0, others.length > 0 ? max : names.length), ...others])}</span>;
}

function Opens({ token: { projects }, max }: { readonly token: Token; readonly max: number }) {
  return projects === null ? <Quiet>{texts.all}</Quiet> : <Names names={projects} max={max} />;
}

function Hosts({ edges, max }: { readonly edges: readonly Edge[]; readonly max: number }) {
  if (edges.length === 0) return <Quiet>{texts.noneConnected}</Quiet>;
  return <Names names={edges.map(({ host, id }) => host || id)} max={max} />;
}
