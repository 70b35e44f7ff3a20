import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { isNotFound } from "drawbridge-client/admin";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { NameTable } from "drawbridge-rules/wire/names.ts";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { EmptyState, ErrorState, LoadingState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { CommitCard } from "./commit-card.tsx";
import classes from "./history.module.css";
import { HistoryFilters, isFiltered, nothingFiltered } from "./history-filters.tsx";
import { type Actors, commitQuery, historyQuery, useActors } from "./history-list.ts";
import { type HistorySearch, historyRoute, serverHistoryRoute } from "./history-route.ts";
import { historyTexts as texts } from "./history-texts.ts";

const { screens } = sharedTexts;

export function HistoryScreen() {
  const { project } = historyRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  return (
    <Screen title={screens.activity} project={project}>
      {head.error && isNotFound(head.error) && <Alert color="gray">{texts.deleted}</Alert>}
      <History key={project} project={project} search={historyRoute.useSearch()} onSearch={useGo(historyRoute.useNavigate())} />
    </Screen>
  );
}

export function ServerHistoryScreen() {
  return (
    <Screen title={screens.log}>
      <History project={null} search={serverHistoryRoute.useSearch()} onSearch={useGo(serverHistoryRoute.useNavigate())} />
    </Screen>
  );
}

/** Filters that are not passed stay as they are. */
function useGo(
  navigate: (options: { search: (before: HistorySearch) => HistorySearch; replace: boolean }) => Promise<void>,
): (search: HistorySearch) => void {
  return (search) => void navigate({ search: (before) => ({ ...before, ...search }), replace: true });
}

interface HistoryProps {
  /** Null: of the server itself. */
  readonly project: string | null;
  readonly search: HistorySearch;
  readonly onSearch: (search: HistorySearch) => void;
}

function History({ project, search, onSearch }: HistoryProps) {
  const query = useInfiniteQuery(historyQuery(project, search));
  const pages = query.data?.pages ?? [];
  const commits = pages.flatMap((page) => page.commits);
  const compacted = pages[0]?.compacted ?? null;
  const actors = useActors(project, commits);
  const reader = consoleReader(...pages.map((page) => page.names));
  const { revision } = search;
  const isListed = commits.some((commit) => commit.revision === revision);
  const cardFor = (reader: Reader) => (commit: Commit) => (
    <Card key={commit.revision} commit={commit} {...{ project, search, onSearch, actors, compacted, reader }} />
  );
  const card = cardFor(reader);
  return (
    <>
      <HistoryFilters search={search} isServer={project === null} actors={actors} onChange={onSearch} />
      {revision !== undefined && query.data && !isListed && (
        <OneRevision project={project} revision={revision}>
          {(commit, names) => cardFor(consoleReader(names))(commit)}
        </OneRevision>
      )}
      {!query.data ? (
        query.error ? (
          <ErrorState error={query.error} onAgain={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : commits.length === 0 ? (
        <Nothing search={search} onClear={() => onSearch(nothingFiltered)} />
      ) : (
        <>
          <Count count={commits.length} isCut={query.hasNextPage} />
          <CommitList label={texts.list} commits={commits} isCut={query.hasNextPage}>
            {card}
          </CommitList>
        </>
      )}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
      {!query.hasNextPage && compacted !== null && (
        <Text size="sm" c="dimmed">
          {texts.compacted(compacted)}
        </Text>
      )}
    </>
  );
}

interface CardProps extends HistoryProps {
  readonly commit: Commit;
  readonly actors: Actors;
  readonly compacted: number | null;
  readonly reader: Reader;
}

function Card({ project, search, onSearch, commit, actors, compacted, reader }: CardProps) {
  const { revision } = commit;
  const isOpen = search.revision === revision;
  return (
    <CommitCard
      project={project}
      commit={commit}
      actors={actors}
      reader={reader}
      isOpen={isOpen}
      isCompacted={compacted !== null && revision <= compacted}
      isPart={search.kind !== undefined}
      onToggle={() => onSearch({ revision: isOpen ? undefined : revision })}
      link={(text) => <RevisionLink project={project} revision={revision} text={text} />}
    />
  );
}

interface RevisionLinkProps {
  readonly project: string | null;
  readonly revision: number;
  readonly text: string;
}

/** Permanent link to the revision, independent of filters. */
function RevisionLink({ project, revision, text }: RevisionLinkProps) {
  return (
    <Anchor
      fz="sm"
      underline="always"
      renderRoot={(props) =>
        project === null ? (
          <Link {...props} to={serverHistoryRoute.fullPath} search={{ revision }}>
            {text}
          </Link>
        ) : (
          <Link {...props} to={historyRoute.fullPath} params={{ project }} search={{ revision }}>
            {text}
          </Link>
        )
      }
    />
  );
}

interface OneRevisionProps {
  readonly project: string | null;
  readonly revision: number;
  readonly children: (commit: Commit, names: NameTable) => ReactNode;
}

/** The revision of the address, if the loaded list does not include it. */
function OneRevision({ project, revision, children }: OneRevisionProps) {
  const query = useQuery(commitQuery(project, revision));
  return (
    <Stack gap="xs" component="section" aria-label={texts.onlyThis}>
      <Title order={2} size="h5">
        {texts.onlyThis}
      </Title>
      <QueryState query={query}>
        {({ commit, names }) => (commit ? children(commit, names) : <Alert color="gray">{texts.noSuch(revision)}</Alert>)}
      </QueryState>
    </Stack>
  );
}

function Count({ count, isCut }: { readonly count: number; readonly isCut: boolean }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {texts.found(count)}
      {isCut ? `. ${texts.olderToo}` : ""}
    </Text>
  );
}

function Nothing({ search, onClear }: { readonly search: HistorySearch; readonly onClear: () => void }) {
  if (!isFiltered(search)) return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  return (
    <EmptyState
      title={texts.noneTitle}
      action={
        <Button variant="default" onClick={onClear}>
          {texts.clear}
        </Button>
      }
    >
      {texts.none}
    </EmptyState>
  );
}

interface CommitListProps {
  readonly label: string;
  readonly commits: readonly Commit[];
  /** Older commits exist that have not been loaded. */
  readonly isCut: boolean;
  readonly children: (commit: Commit) => ReactNode;
}

/** Up to this number, all are in the page, so that the browser's search finds them. */
const fewEnough = 100;
/** Estimated height in pixels until a card is measured. */
const likelyHeight = 110;

/** List of the loaded revisions; only the visible ones are in the page. */
function CommitList({ label, commits, isCut, children }: CommitListProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  const isShort = commits.length <= fewEnough;
  useLayoutEffect(() => setOffset((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({
    count: commits.length,
    estimateSize: () => likelyHeight,
    getItemKey: (index) => commits[index]?.revision ?? index,
    overscan: 8,
    scrollMargin: offset,
    enabled: !isShort,
  });
  const items = virtual.getVirtualItems();
  const shown = isShort ? commits.map((_, index) => index) : items.map(({ index }) => index);
  const above = isShort ? 0 : (items[0]?.start ?? offset) - offset;
  const below = isShort ? 0 : virtual.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <ul ref={frame} className={classes.list} aria-label={label}>
      {above > 0 && <li aria-hidden style={{ height: above }} />}
      {shown.map((index) => {
        const commit = commits[index] as Commit;
        return (
          <li
            key={commit.revision}
            className={classes.item}
            ref={isShort ? undefined : virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={isCut ? -1 : commits.length}
          >
            {children(commit)}
          </li>
        );
      })}
      {below > 0 && <li aria-hidden style={{ height: below }} />}
    </ul>
  );
}
