import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { LongSelect } from "../elements/long-select.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { type ActivitySearch, type Go, noItem } from "../routes.ts";
import type { Actors } from "./activity-list.ts";
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

const serverKinds = ["token", "grant", "webhook"] as const;

const filterNames = ["actor", "kind"] as const;

export function ActivityFilters({ project, search, isLog, actors, proposals, go }: ActivityFiltersProps) {
  const isApprovals = search.show === "approvals";
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
          onChange={(show) => go({ ...noItem, show: show === "approvals" ? show : undefined })}
        />
      )}
      {isLog && <ProjectChoice project={project} go={go} />}
      {!isApprovals && (
        <>
          <SearchField label={texts.search} query={search.query ?? ""} width={14} onQuery={(query) => go({ query })} />
          <Choices project={project} search={search} actors={actors} go={go} />
          {isNarrowed(search) && (
            <Button variant="subtle" color="gray" onClick={() => go(withoutFilters)}>
              {texts.clear}
            </Button>
          )}
        </>
      )}
    </Group>
  );
}

function Choices({ project, search, actors, go }: Pick<ActivityFiltersProps, "project" | "search" | "actors" | "go">) {
  const { actor } = search;
  // The address may name an author who appears nowhere else on the page.
  const people = new Map([...(actor === undefined ? [] : [[actor, actors.nameOf(actor)] as const]), ...actors.known]);
  const kinds = project === null ? serverKinds : historyKinds;
  const options = {
    actor: [{ value: "", label: texts.anyActor }, ...[...people].map(([value, label]) => ({ value, label }))],
    kind: [{ value: "", label: texts.anyKind }, ...kinds.map((value) => ({ value, label: texts.kinds[value] }))],
  };
  return filterNames.map((name) => (
    <LongSelect
      key={name}
      w="10rem"
      aria-label={texts[name]}
      value={search[name] ?? ""}
      data={options[name]}
      onChange={(value) =>
        go({ ...noItem, ...(name === "kind" ? { id: undefined } : {}), [name]: value === "" ? undefined : value })
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
        go({ ...withoutFilters, ...noItem, show: undefined, project: value === "" ? undefined : value })
      }
    />
  );
}

export function isNarrowed(search: ActivitySearch): boolean {
  return search.query !== undefined || filterNames.some((name) => search[name] !== undefined);
}

export const withoutFilters = { kind: undefined, id: undefined, actor: undefined, query: undefined };
