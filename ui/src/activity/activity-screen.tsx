import { Alert, Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { isNotFound } from "drawbridge-client/admin";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { LongSelect } from "../elements/long-select.tsx";
import { EmptyState, ErrorState, LoadingState, Screen } from "../elements/screen.tsx";
import { SearchField } from "../elements/search-field.tsx";
import { projectHeadQuery, projectListQuery } from "../projects/project-list.ts";
import { type ActivitySearch, activityRoute, type Go, logRoute, noItem, type OpenItem } from "../routes.ts";
import { useSession } from "../session/session.ts";
import { formatDay } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./activity.module.css";
import { type Actors, type Listed, useListed } from "./activity-list.ts";
import { ClosedProposals, CommitRows, OpenProposals } from "./activity-rows.tsx";
import { activityTexts as texts } from "./activity-texts.ts";
import { closedProposals, openProposals } from "./approval.ts";
import { OpenCommit } from "./commit-details.tsx";
import { OpenProposal } from "./proposal-details.tsx";
import { proposalListQuery } from "./proposal-list.ts";

const { screens } = sharedTexts;

export function ActivityScreen() {
  const { project } = activityRoute.useParams();
  const search = activityRoute.useSearch();
  const head = useQuery(projectHeadQuery(project));
  return (
    <Screen title={screens.activity} project={project}>
      {head.error && isNotFound(head.error) && <Alert color="gray">{texts.deleted}</Alert>}
      <Activity key={project} project={project} search={search} />
    </Screen>
  );
}

export function LogScreen() {
  const search = logRoute.useSearch();
  const project = search.project ?? null;
  return (
    <Screen title={screens.log}>
      {useSession().administrator ? (
        <Activity key={project} project={project} search={search} isLog />
      ) : (
        <Alert color="gray">{sharedTexts.session.mayNot(sharedTexts.roles.administrator)}</Alert>
      )}
    </Screen>
  );
}

interface ActivityProps {
  readonly project: string | null;
  readonly search: ActivitySearch;
  readonly isLog?: boolean;
}

function Activity({ project, search, isLog = false }: ActivityProps) {
  const navigate = useNavigate();
  const go: Go = (changed) =>
    void navigate({ to: ".", search: (before: object) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const isWide = useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false });
  const listed = useListed(project, search);
  const proposals = useQuery({ ...proposalListQuery(project ?? ""), enabled: project !== null }).data;
  const named = search.revision !== undefined || search.proposal !== undefined;
  const preview = usePreview(search, listed.commits[0], proposals?.proposals);
  const open: OpenItem = named ? search : isWide ? preview : {};
  const isOpen = open.revision !== undefined || open.proposal !== undefined;
  useListScroll(isWide || !isOpen);
  const onClose = () => go(noItem);
  const { actors } = listed;
  const details = isOpen && (
    <section className={classes.details} aria-label={texts.details}>
      {!isWide && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          mb="sm"
          leftSection={<Icon name="left" size={1} />}
          onClick={onClose}
        >
          {texts.back}
        </Button>
      )}
      {open.proposal !== undefined && project !== null ? (
        <OpenProposal key={open.proposal} project={project} id={open.proposal} isPage={!isWide} />
      ) : (
        open.revision !== undefined && (
          <OpenCommit key={open.revision} project={project} revision={open.revision} actors={actors} isPage={!isWide} />
        )
      )}
    </section>
  );
  if (!isWide && isOpen) return details;
  return (
    <>
      <ActivityFilters project={project} search={search} isLog={isLog} actors={actors} proposals={proposals?.proposals} go={go} />
      <div className={classes.panes}>
        <div className={classes.list}>
          {project !== null && proposals && (
            <OpenProposals project={project} all={proposals} search={search} open={open} go={go} />
          )}
          {search.show === "approvals" ? (
            project !== null && proposals && <ClosedProposals project={project} all={proposals} open={open} />
          ) : (
            <Changes project={project} search={search} listed={listed} open={open} go={go} />
          )}
        </div>
        {details}
      </div>
    </>
  );
}

/** On a wide screen, the first item of a list; it stays while newer ones arrive. */
function usePreview(search: ActivitySearch, commit: Commit | undefined, proposals: readonly Proposal[] = []): OpenItem {
  const [held, setHeld] = useState<{ readonly list: string; readonly item: OpenItem } | null>(null);
  const { revision, proposal, ...filters } = search;
  const list = JSON.stringify(filters);
  const [first] = search.show === "approvals" ? [...openProposals(proposals), ...closedProposals(proposals)] : [];
  const item = search.show === "approvals" ? first && { proposal: first.id } : commit && { revision: commit.revision };
  if (held?.list !== list && item && revision === undefined && proposal === undefined) setHeld({ list, item });
  return held?.list === list ? held.item : {};
}

/** On a phone, the list is where it was after the detail is closed. */
function useListScroll(isListed: boolean): void {
  const top = useRef(0);
  useEffect(() => {
    if (!isListed) return;
    const keep = () => {
      top.current = scrollY;
    };
    addEventListener("scroll", keep, { passive: true });
    return () => removeEventListener("scroll", keep);
  }, [isListed]);
  useLayoutEffect(() => scrollTo(0, isListed ? top.current : 0), [isListed]);
}

interface ChangesProps extends Omit<ActivityProps, "isLog"> {
  readonly go: Go;
  readonly listed: Listed;
  readonly open: OpenItem;
}

function Changes({ project, search, listed, open, go }: ChangesProps) {
  const { query, commits, oldest, isSearching, compacted } = listed;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!query.data)
    return query.error ? <ErrorState error={query.error} onAgain={() => void query.refetch()} /> : <LoadingState />;
  const isFiltered = isNarrowed(search);
  const isCut = search.query !== undefined && hasNextPage && oldest !== undefined;
  return (
    <>
      {commits.length > 0 && <CommitRows project={project} listed={listed} openRevision={open.revision} isCut={hasNextPage} />}
      {commits.length === 0 && !isSearching && (
        <EmptyState
          title={isFiltered ? texts.noneTitle : texts.emptyTitle}
          action={isFiltered && <Button onClick={() => go(withoutFilters)}>{texts.clear}</Button>}
        >
          {isFiltered ? texts.none(isCut ? formatDay(oldest) : null) : texts.empty}
          {!isFiltered && <Hint>{texts.example}</Hint>}
        </EmptyState>
      )}
      {isSearching && <LoadingState />}
      {hasNextPage && !isSearching && (
        <Button mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isCut ? texts.olderThan(formatDay(oldest)) : texts.older}
        </Button>
      )}
      {!hasNextPage && compacted !== null && <Alert color="gray">{texts.compacted(compacted)}</Alert>}
    </>
  );
}

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

function ActivityFilters({ project, search, isLog, actors, proposals, go }: ActivityFiltersProps) {
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
      aria-label={sharedTexts.shell.project}
      value={project ?? ""}
      data={[{ value: "", label: texts.noProject }, ...projects.map(({ id, name }) => ({ value: id, label: name || id }))]}
      onChange={({ currentTarget: { value } }) =>
        go({ ...withoutFilters, ...noItem, show: undefined, project: value === "" ? undefined : value })
      }
    />
  );
}

function isNarrowed(search: ActivitySearch): boolean {
  return search.query !== undefined || filterNames.some((name) => search[name] !== undefined);
}

const withoutFilters = { kind: undefined, id: undefined, actor: undefined, query: undefined };
