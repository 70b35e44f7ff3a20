import { Badge, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { defaultRangeExtractor } from "@tanstack/react-virtual";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { Fragment, type KeyboardEvent, useMemo } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { readTraffic } from "../adoption/counted-traffic.ts";
import { useNow } from "../elements/use-now.ts";
import { useWindowRows } from "../elements/use-window-rows.ts";
import { changeFigure, type Figure } from "../review/change-figure.ts";
import { committedChange, isWholeProject, platformSides } from "../review/shown-change.ts";
import { formatDate, formatSince, formatWeekday } from "../texts/formats.ts";
import classes from "./activity.module.css";
import { actOf, type Listed } from "./activity-list.ts";
import { ActorAvatar, Row } from "./activity-row.tsx";
import { activityTexts as texts } from "./activity-texts.ts";
import { commitIcon } from "./commit-icon.ts";

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

export function FigureChip({ figure }: { readonly figure: Figure | null }) {
  if (!figure || figure.color === "gray") return null;
  return <Chip color={figure.color}>{`${figure.value} ${figure.label}`}</Chip>;
}

export function Chip({ color, children }: { readonly color: string; readonly children: string }) {
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
