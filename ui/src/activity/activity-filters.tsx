import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { useMemo } from "react";
import { LongSelect } from "../elements/long-select.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { projectListQuery } from "../projects/project-list.ts";
import { consoleReader } from "../texts/reader.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import classes from "./activity.module.css";
import type { Actors } from "./activity-list.ts";
import type { ActivitySearch, Go } from "./activity-route.ts";
import { activityTexts as texts } from "./activity-texts.ts";
import { openProposals } from "./approval.ts";

interface ActivityFiltersProps {
  readonly project: string | null;
  readonly search: ActivitySearch;
  readonly isLog: boolean;
  readonly actors: Actors;
  readonly proposals: readonly Proposal[] | undefined;
  readonly go: Go;
}

const serverKinds = ["token", "grant"] as const;

const filterNames = ["actor", "kind", "platform", "instance"] as const;

/** On a phone, the choices are behind a button. */
export function ActivityFilters({ project, search, isLog, actors, proposals, go }: ActivityFiltersProps) {
  const [isShown, { toggle }] = useDisclosure(false);
  const isApprovals = search.show === "approvals";
  const chosen = filterNames.filter((name) => search[name] !== undefined).length;
  return (
    <Group gap="xs" role="group" aria-label={texts.filters}>
      {project !== null && (
        <SegmentedControl
          aria-label={texts.show}
          styles={{ label: { whiteSpace: "nowrap" } }}
          value={search.show ?? "all"}
          data={[
            { value: "all", label: texts.shown.all },
            { value: "approvals", label: texts.shown.approvals(openProposals(proposals ?? []).length) },
          ]}
          onChange={(show) => go({ show: show === "approvals" ? show : undefined, revision: undefined, proposal: undefined })}
        />
      )}
      {!isApprovals && (
        <>
          <SearchField label={texts.search} query={search.query ?? ""} width={14} onQuery={(query) => go({ query })} />
          <Button variant="default" className={classes.toggle} aria-expanded={isShown} onClick={toggle}>
            {chosen === 0 ? texts.filters : `${texts.filters} (${chosen})`}
          </Button>
        </>
      )}
      <Group gap="xs" className={classes.choices} data-shown={isShown || undefined}>
        {isLog && <ProjectChoice project={project} go={go} />}
        {!isApprovals && <Choices project={project} search={search} actors={actors} go={go} />}
        {!isApprovals && isNarrowed(search) && (
          <Button variant="subtle" color="gray" onClick={() => go(withoutFilters)}>
            {texts.clear}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function Choices({ project, search, actors, go }: Pick<ActivityFiltersProps, "project" | "search" | "actors" | "go">) {
  const isProject = project !== null;
  const platforms = useQuery({ ...policyListQuery(project ?? ""), enabled: isProject, retry: false }).data ?? [];
  const instances = useQuery({ ...instanceListQuery(project ?? ""), enabled: isProject, retry: false }).data;
  // There can be ten thousand.
  const instanceOptions = useMemo(() => {
    const named = (instances ?? []).map(({ id, name }) => [id, typeof name === "string" ? name : Object.values(name)[0]]);
    return named.map(([value = "", label = value]) => ({ value, label }));
  }, [instances]);
  const { actor } = search;
  // The address may name an author who appears nowhere else on the page.
  const people = new Map([...(actor === undefined ? [] : [[actor, actors.nameOf(actor)] as const]), ...actors.known]);
  const { names } = consoleReader({
    platform: Object.fromEntries(platforms.flatMap(({ id, name }) => (name ? [[id, name]] : []))),
  });
  const options = {
    actor: [...people].map(([value, label]) => ({ value, label })),
    kind: (isProject ? historyKinds : serverKinds).map((value) => ({ value, label: texts.kinds[value] })),
    platform: platforms.map(({ id }) => ({ value: id, label: names.platform(id) })),
    instance: instanceOptions,
  };
  const any = { actor: texts.anyActor, kind: texts.anyKind, platform: texts.anyPlatform, instance: texts.anyInstance };
  return (isProject ? filterNames : filterNames.slice(0, 2)).map((name) => (
    <LongSelect
      key={name}
      w="10rem"
      aria-label={texts[name]}
      value={search[name] ?? ""}
      data={[{ value: "", label: any[name] }, ...options[name]]}
      onChange={(value) =>
        go({
          [name]: value === "" ? undefined : value,
          ...(name === "kind" ? { id: undefined } : {}),
          revision: undefined,
          proposal: undefined,
        })
      }
    />
  ));
}

function ProjectChoice({ project, go }: Pick<ActivityFiltersProps, "project" | "go">) {
  const projects = useQuery(projectListQuery).data ?? [];
  return (
    <NativeSelect
      w="12rem"
      aria-label={texts.project}
      value={project ?? ""}
      data={[{ value: "", label: texts.noProject }, ...projects.map(({ id, name }) => ({ value: id, label: name || id }))]}
      onChange={({ currentTarget: { value } }) =>
        go({
          ...withoutFilters,
          show: undefined,
          project: value === "" ? undefined : value,
          revision: undefined,
          proposal: undefined,
        })
      }
    />
  );
}

export function isNarrowed(search: ActivitySearch): boolean {
  return search.query !== undefined || filterNames.some((name) => search[name] !== undefined);
}

export const withoutFilters = {
  kind: undefined,
  id: undefined,
  actor: undefined,
  platform: undefined,
  instance: undefined,
  query: undefined,
};
