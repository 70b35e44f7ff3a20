import { Avatar, Badge, Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { defaultRangeExtractor } from "@tanstack/react-virtual";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import { Fragment, type KeyboardEvent, type ReactNode, useMemo } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { readTraffic } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { Icon, type IconName } from "../elements/icon.tsx";
import { EmptyState } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { useWindowRows } from "../elements/use-window-rows.ts";
import { memberListQuery } from "../members/member-list.ts";
import {
  changeFigure,
  committedChange,
  type Figure,
  isWholeProject,
  plannedChange,
  platformSides,
} from "../review/shown-change.ts";
import { type ActivitySearch, type Go, noItem, type OpenItem } from "../routes.ts";
import { useRole, useSession } from "../session/session.ts";
import { formatDate, formatRelative, formatSince, formatWeekday } from "../texts/formats.ts";
import classes from "./activity.module.css";
import { actOf, type Listed } from "./activity-list.ts";
import { proposalTexts, activityTexts as texts } from "./activity-texts.ts";
import { actorText, closedProposals, isOpen, openProposals } from "./approval.ts";
import { commitIcon } from "./commit-icon.ts";
import { type Proposals, proposalQuery } from "./proposal-list.ts";
import { stateText } from "./proposal-state.ts";

interface CommitRowsProps {
  readonly project: string | null;
  readonly listed: Listed;
  readonly openRevision: number | undefined;
  /** Older commits exist that have not been loaded. */
  readonly isCut: boolean;
}

type Line = { readonly day: string; readonly at: string } | { readonly commit: Commit };

/** Pixels, until a line is measured. */
const dayHeight = 36;
const rowHeight = 60;

export function CommitRows({ project, listed, openRevision, isCut }: CommitRowsProps) {
  const { commits, reader, actors, compacted } = listed;
  const lines = useMemo(() => linesOf(commits), [commits]);
  const undone = new Set(commits.flatMap(({ undone }) => undone ?? []));
  const figureOf = useFigures(project, reader);
  const { frame, shown, below, measure } = useWindowRows<HTMLUListElement>({
    count: lines.length,
    estimateSize: (index) => ("day" in (lines[index] as Line) ? dayHeight : rowHeight),
    getItemKey: (index) => keyOf(lines[index] as Line),
    overscan: 8,
    // The day of the first visible line sticks to the top.
    rangeExtractor: (range) => {
      const day = lines.findLastIndex((line, index) => index <= range.startIndex && "day" in line);
      return [...new Set([Math.max(day, 0), ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
    },
  });
  const row = (commit: Commit) => {
    const { revision, at, actor, reason } = commit;
    const isGone = compacted !== null && revision <= compacted;
    const name = actors.nameOf(actor);
    return (
      <Row
        avatar={<ActorAvatar name={name} actor={actor} icon={commitIcon(commit)} />}
        title={isGone ? texts.compactedOne : capitalized(actOf(commit, reader))}
        note={[formatSince(at, Date.parse(at)), name, reason === "" ? "" : texts.reason(reason)]}
        item={{ revision }}
        isOpen={openRevision === revision}
      >
        {undone.has(revision) && <Chip color="gray">{texts.undone}</Chip>}
        <FigureChip figure={figureOf(commit)} />
      </Row>
    );
  };
  return (
    <ul ref={frame} className={classes.rows} aria-label={texts.list} onKeyDown={moveFocus}>
      {shown.map(({ index, gap }) => {
        const line = lines[index] as Line;
        return (
          <Fragment key={keyOf(line)}>
            {gap > 0 && <li aria-hidden style={{ height: gap }} />}
            <li
              className={"day" in line ? classes.day : undefined}
              ref={measure}
              data-index={index}
              aria-setsize={isCut ? -1 : lines.length}
              aria-posinset={index + 1}
            >
              {"day" in line ? <DayTitle at={line.at} /> : row(line.commit)}
            </li>
          </Fragment>
        );
      })}
      {below > 0 && <li aria-hidden style={{ height: below }} />}
    </ul>
  );
}

function keyOf(line: Line): string | number {
  return "day" in line ? line.day : line.commit.revision;
}

function linesOf(commits: readonly Commit[]): readonly Line[] {
  return commits.flatMap((commit, index) => {
    const day = formatDate(commit.at);
    const last = commits[index - 1];
    return last && formatDate(last.at) === day ? [{ commit }] : [{ day, at: commit.at }, { commit }];
  });
}

function DayTitle({ at }: { readonly at: string }) {
  const now = useNow();
  const day = formatDate(at);
  const { today, yesterday } = texts.day;
  const name = day === formatDate(now) ? today : day === formatDate(now - 86_400_000) ? yesterday : formatWeekday(at);
  return (
    <Title order={2} fz="xs" fw={500} c="dimmed">
      {name}
    </Title>
  );
}

/** The present requests say nothing about older changes. */
const figurePeriod = 7 * 86_400_000;

function useFigures(project: string | null, reader: Reader): (commit: Commit) => Figure | null {
  const adoption = useQuery({ ...dayTrafficQuery(project ?? ""), enabled: project !== null }).data;
  return (commit) => {
    const isRecent = Date.now() - Date.parse(commit.at) < figurePeriod;
    if (!adoption || !isRecent || !commit.changes.some(({ kind }) => kind === "platform")) return null;
    const change = committedChange(commit, reader);
    if (isWholeProject(change)) return null;
    return changeFigure(change, platformSides(change, []), (platform) => readTraffic(adoption, platform));
  };
}

function FigureChip({ figure }: { readonly figure: Figure | null }) {
  if (!figure || figure.color === "gray") return null;
  return <Chip color={figure.color}>{`${figure.value} ${figure.label}`}</Chip>;
}

function Chip({ color, children }: { readonly color: string; readonly children: string }) {
  return (
    <Badge color={color} className={classes.chip}>
      {children}
    </Badge>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

interface ProposalsProps {
  readonly project: string;
  readonly all: Proposals;
  readonly open: OpenItem;
}

interface OpenProposalsProps extends ProposalsProps {
  readonly search: ActivitySearch;
  readonly go: Go;
}

const maxPinned = 3;

export function OpenProposals({ project, all, search, open, go }: OpenProposalsProps) {
  const waiting = openProposals(all.proposals);
  const isAll = search.show === "approvals";
  if (waiting.length === 0) {
    if (!isAll || closedProposals(all.proposals).length > 0) return null;
    return (
      <EmptyState title={proposalTexts.emptyTitle}>
        <Stack gap="xs">
          {proposalTexts.empty}
          <Hint>{proposalTexts.example}</Hint>
        </Stack>
      </EmptyState>
    );
  }
  const shown = isAll ? waiting : waiting.slice(0, maxPinned);
  return (
    <section className={classes.pinned} aria-label={proposalTexts.pinned}>
      <Title order={2} fz="xs" fw={500} c="dimmed" p="xs" pb={4}>
        {proposalTexts.pinned}
      </Title>
      {shown.map((proposal) => (
        <ProposalRow key={proposal.id} {...{ project, proposal, open }} names={all.names} />
      ))}
      {shown.length < waiting.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => go({ show: "approvals" })}>
          {proposalTexts.all(waiting.length)}
        </Button>
      )}
    </section>
  );
}

interface ProposalRowProps extends Omit<ProposalsProps, "all"> {
  readonly proposal: Proposal;
  readonly names: ActorNames;
}

function ProposalRow({ project, proposal, names, open }: ProposalRowProps) {
  const session = useSession();
  const role = useRole(project);
  const members = useQuery({ ...memberListQuery(project), retry: false }).data;
  const plan = useQuery({ ...proposalQuery(project, proposal.id), enabled: isOpen(proposal) }).data?.plan;
  const author = actorText(proposal.author, names);
  const { closed } = proposal;
  return (
    <Row
      avatar={<ActorAvatar name={author} actor={proposal.author.actor} icon="proposals" />}
      title={proposal.title}
      note={[stateText(proposal, { names, members, session, role }), closed ? formatRelative(closed.at, Date.now()) : author]}
      item={{ proposal: proposal.id }}
      isOpen={open.proposal === proposal.id}
    >
      <FigureChip figure={plan ? changeFigure(plannedChange(plan), [], () => null) : null} />
    </Row>
  );
}

export function ClosedProposals({ all, ...props }: ProposalsProps) {
  const closed = closedProposals(all.proposals).slice(0, maxClosed);
  if (closed.length === 0) return null;
  return (
    <section aria-label={proposalTexts.closed}>
      <Title order={2} fz="xs" fw={500} c="dimmed" p="xs" pb={4}>
        {proposalTexts.closed}
      </Title>
      {closed.map((proposal) => (
        <ProposalRow key={proposal.id} {...props} proposal={proposal} names={all.names} />
      ))}
    </section>
  );
}

/** Older ones are in the changes. */
const maxClosed = 50;

interface RowProps {
  readonly avatar: ReactNode;
  readonly title: string;
  readonly note: readonly string[];
  readonly item: OpenItem;
  readonly isOpen: boolean;
  readonly children?: ReactNode;
}

function Row({ avatar, title, note, item, isOpen, children }: RowProps) {
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      {avatar}
      <div className={classes.words}>
        <Link
          to="."
          search={((before: object) => ({ ...before, ...noItem, ...item })) as never}
          className={classes.link}
          aria-current={isOpen || undefined}
          resetScroll={false}
        >
          {title}
        </Link>
        <Text size="xs" c="dimmed" className={classes.note}>
          {note.filter((text) => text !== "").join(" · ")}
        </Text>
      </div>
      <div className={classes.chips}>{children}</div>
    </div>
  );
}

export function ActorAvatar({ name, actor, icon }: { readonly name: string; readonly actor: string; readonly icon: IconName }) {
  const isSystem = actor === "system" || actor === "environment";
  return (
    <span className={classes.avatar} aria-hidden title={name}>
      <Avatar size={32} radius="xl" color="gray" name={name}>
        {isSystem && <Icon name="log" size={1} />}
      </Avatar>
      <span className={classes.kind}>
        <Icon name={icon} size={0.75} />
      </span>
    </span>
  );
}
