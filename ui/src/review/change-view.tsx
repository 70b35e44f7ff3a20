import { Box, Code, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeEffects, type EffectRow } from "drawbridge-rules/describe/effect.ts";
import { mostDescribed } from "drawbridge-rules/describe/sentence.ts";
import { formatRange } from "drawbridge-rules/describe/times.ts";
import { memo, type ReactNode, useMemo, useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { readTraffic } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { RulerBands } from "../version-policies/ruler-bands.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { changeFigure, plannedDates } from "./change-figure.ts";
import { PhonePairs } from "./phone-pair.tsx";
import classes from "./review.module.css";
import { changeTexts as texts } from "./review-texts.ts";
import { isWholeProject, platformSides, type ShownChange } from "./shown-change.ts";

interface ChangeProps {
  readonly project: string | null;
  readonly change: ShownChange;
}

const maxEdits = 12;
/** So few sentences are read like a title. */
const maxLeads = 3;
const maxPlatforms = 3;
const maxRows = 6;
const maxRaw = 100;

interface ChangeSentencesProps extends Pick<ChangeProps, "change"> {
  /** A single sentence is the title above them. */
  readonly isTitled?: boolean;
}

/** Whole texts are on the phones and in the raw difference. */
export function ChangeSentences({ change, isTitled = false }: ChangeSentencesProps) {
  const [most, setMost] = useState<number>();
  const described = useMemo(() => change.describe(most), [change, most]);
  const edits = described.edits.map(({ text }, index) => ({ text, index }));
  const [first, second] = described.edits;
  if (!first) return isTitled ? null : <Text>{sharedTexts.review.nothing}</Text>;
  if (isTitled && !second && first.before === undefined && first.after === undefined) return null;
  const onMore = (count: number) => setMost(Math.max(count, mostDescribed));
  return (
    <div>
      <ShowMore items={edits} more={described.more} onMore={onMore} first={maxEdits} keyOf={({ index }) => String(index)}>
        {({ text }) => (
          <Text size={edits.length <= maxLeads ? "md" : "sm"} fw={500} mb={4} className={classes.sentence}>
            {text}
          </Text>
        )}
      </ShowMore>
    </div>
  );
}

/** Memoized: each letter of a reason renders. */
export const ChangeEffect = memo(function ChangeEffect({ project, change }: ChangeProps) {
  const isKnown = project !== null && !isWholeProject(change);
  const policies = useQuery({ ...policyListQuery(project ?? ""), enabled: isKnown }).data;
  const adoption = useQuery({ ...dayTrafficQuery(project ?? ""), enabled: isKnown }).data;
  const sides = useMemo(() => (policies ? platformSides(change, policies) : []), [change, policies]);
  const trafficOf = (platform: string) => (adoption ? readTraffic(adoption, platform) : null);
  const figure = changeFigure(change, sides, trafficOf);
  return (
    <Stack gap="md" className={classes.effect}>
      {figure && (
        <div className={classes.number}>
          <Text size={figure.value === "" ? "md" : "xl"} fw={600} {...(figure.color === "gray" ? {} : { c: figure.color })}>
            {`${figure.value} ${figure.label}`.trim()}
          </Text>
          <Hint>{figure.note}</Hint>
        </div>
      )}
      {sides.slice(0, maxPlatforms).map(({ platform, before, after }) => (
        <RulerBands
          key={platform}
          name={change.reader.names.platform(platform)}
          before={before}
          after={after}
          traffic={trafficOf(platform)}
        />
      ))}
      <PlannedDates change={change} />
      {isKnown && policies && <PhonePairs project={project} change={change} published={policies} />}
    </Stack>
  );
});

function PlannedDates({ change }: Pick<ChangeProps, "change">) {
  const dates = plannedDates(change).slice(0, maxRows);
  if (dates.length < 2) return null;
  return (
    <section>
      <Text fw={500}>{texts.dates}</Text>
      <List size="sm" listStyleType="none">
        {dates.map(({ occurrence, start, end }) => (
          <List.Item key={occurrence}>{formatRange(start, end, change.reader)}</List.Item>
        ))}
      </List>
    </section>
  );
}

export function ChangeDetails({ change }: Pick<ChangeProps, "change">) {
  const { versions, maintenance } = useMemo(() => describeEffects(change.foreseen, change.reader), [change]);
  const { column } = texts;
  const sides: readonly Column<EffectRow>[] = [
    { key: "before", title: column.before, render: ({ before }) => before },
    { key: "after", title: column.after, render: ({ after, share }) => (share === null ? after : texts.withShare(after, share)) },
  ];
  const tables = [
    { title: texts.versions, name: column.versions, rows: versions },
    { title: texts.maintenance, name: column.scope, rows: maintenance },
  ];
  return (
    <div>
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, name, rows }) => (
          <Folded key={title} title={title}>
            <DataTable
              label={title}
              columns={[{ key: "name", title: name, render: (row) => row.name }, ...sides]}
              rows={rows.slice(0, maxRows)}
              rowKey={(row) => row.name}
            />
            {rows.length > maxRows && (
              <Text c="dimmed" mt={4}>
                {texts.moreRanges(rows.length - maxRows)}
              </Text>
            )}
          </Folded>
        ))}
      {(change.committed ?? change.differences()).length > 0 && (
        <Folded title={texts.raw}>
          <RawDifference change={change} />
        </Folded>
      )}
    </div>
  );
}

function RawDifference({ change }: Pick<ChangeProps, "change">) {
  const differences = useMemo(() => change.differences(), [change]);
  const text = (value: unknown) => (value === undefined ? texts.absent : JSON.stringify(value));
  return (
    <Code block className={classes.raw} tabIndex={0} role="region" aria-label={texts.raw}>
      <ShowMore items={differences} first={maxRaw} keyOf={({ path }) => path}>
        {({ path, before, after }) => `${path}\n  − ${text(before)}\n  + ${text(after)}\n`}
      </ShowMore>
    </Code>
  );
}

export function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.folded} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{title}</summary>
      {isOpen && <Box py="md">{children}</Box>}
    </details>
  );
}
