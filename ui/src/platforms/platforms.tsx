/** Platforms of a project with their rules, and the default store links: a tab of its settings. */
import { Anchor, Code, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { Quiet, TwoLines } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { formatNumber, formatShare } from "../texts/formats.ts";
import { platformName, policyListQuery } from "../version-policies/version-policy-list.ts";
import { DefaultLinks } from "./default-links.tsx";
import { PlatformFields } from "./platform-form.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { UpdateLinkText } from "./store-fields.tsx";

const { columns: titles } = texts;

export function Platforms({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  const traffic = useQuery(dayTrafficQuery(project)).data?.platforms ?? [];
  const columns: readonly Column<Platform>[] = [
    {
      key: "requests",
      title: titles.requests,
      render: ({ id }) => <Requests present={traffic.find(({ platform }) => platform === id)?.present} />,
    },
    { key: "rules", title: titles.rules, render: (policy) => <Rules project={project} policy={policy} /> },
    {
      key: "link",
      title: titles.link,
      render: (policy) => <UpdateLinkText platform={policy.id} policy={policy} stores={head.data?.value.stores} />,
    },
    { key: "id", title: titles.id, render: ({ id }) => <Code style={{ whiteSpace: "nowrap" }}>{id}</Code> },
  ];
  const form = (id: string | null, policy: Platform | null, close: () => void) => (
    <PlatformFields project={project} id={id} policy={policy} onClose={close} />
  );
  return (
    <Stack gap="xl">
      <CollectionSection
        project={project}
        title={texts.table}
        texts={texts}
        items={useQuery(policyListQuery(project))}
        needs={[head]}
        idOf={({ id }) => id}
        nameOf={(policy) => platformName({ id: policy.id, policy })}
        columns={columns}
        drafts={`${project}/platforms`}
        details={(policy, id, close) => form(id, policy, close)}
        form={(close) => form(null, null, close)}
      />
      <QueryState query={head}>{(found) => <DefaultLinks key={project} project={project} head={found} />}</QueryState>
    </Stack>
  );
}

interface RequestsProps {
  /** Undefined means not read yet, or none. */
  readonly present: { readonly requests_24h: number; readonly forced_24h: number } | undefined;
}

function Requests({ present: { requests_24h: all, forced_24h: forced } = { requests_24h: 0, forced_24h: 0 } }: RequestsProps) {
  if (all === 0) return <Quiet>{texts.noRequests}</Quiet>;
  return <TwoLines more={forced > 0 ? texts.mustUpdate(formatShare(forced, all)) : ""}>{formatNumber(all)}</TwoLines>;
}

/** Link to the rules, which says the most important of them. */
function Rules({ project, policy: { id, minimum, recommended } }: { readonly project: string; readonly policy: Platform }) {
  const rules = [
    ...(minimum === undefined ? [] : [texts.minimum(minimum)]),
    ...(recommended === undefined ? [] : [texts.recommended(recommended)]),
  ];
  return (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link {...props} to="/projects/$project/versions" params={{ project }} search={{ edit: id }}>
          {rules.length === 0 ? texts.noRules : rules.join(" · ")}
        </Link>
      )}
    />
  );
}
