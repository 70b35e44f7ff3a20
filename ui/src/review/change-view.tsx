import { Box, Code, List, SimpleGrid, Stack, Tabs, Text, useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeEffects, type EffectRow } from "drawbridge-rules/describe/effect.ts";
import { mostDescribed } from "drawbridge-rules/describe/sentence.ts";
import { formatRange } from "drawbridge-rules/describe/times.ts";
import type { TextEffect, VersionEffect } from "drawbridge-rules/wire/change.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { memo, type ReactNode, useMemo, useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { readTraffic } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { exampleValues } from "../messages/example-values.ts";
import { PhonePicture } from "../messages/phone-picture.tsx";
import { fillPlaceholders } from "../messages/resolved-text.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { formatLanguage } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { RulerBands } from "../version-policies/ruler-bands.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import classes from "./review.module.css";
import { changeTexts as texts } from "./review-texts.ts";
import {
  changeFigure,
  type Foreseen,
  isWholeProject,
  plannedDates,
  platformSides,
  type ShownChange,
  type Sides,
  type TextSides,
  textSides,
} from "./shown-change.ts";

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
  const text = (value: unknown) => (value === undefined ? sharedTexts.review.absent : JSON.stringify(value));
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

interface PhonesProps {
  readonly project: string;
  readonly change: ShownChange;
  readonly published: readonly Platform[];
}

function PhonePairs({ project, change, published }: PhonesProps) {
  const head = useQuery(projectHeadQuery(project)).data?.value;
  const pairs = head ? phonePairs({ head, change, published }) : [];
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = pairs.find(({ key }) => key === chosen) ?? pairs[0];
  if (!head || !shown) return null;
  const phones = <Pair appName={head.name ?? project} pair={shown} />;
  if (pairs.length === 1) return phones;
  return (
    <Tabs value={shown.key} onChange={setChosen}>
      <Tabs.List aria-label={texts.phones} mb="xs">
        {pairs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key} px="xs">
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.key}>{phones}</Tabs.Panel>
    </Tabs>
  );
}

function Pair({ appName, pair: { language, ...sides } }: { readonly appName: string; readonly pair: PhonePair }) {
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <SimpleGrid cols={2} spacing="sm" role="group" aria-label={texts.phones}>
      {(["before", "after"] as const).map((at) => (
        <Stack key={at} gap={4}>
          <Text size="xs" c="dimmed" aria-hidden>
            {texts.phone[at]}
          </Text>
          <PhonePicture
            name={sides[at].form === "none" ? texts.runsOn(texts.phone[at]) : texts.phone[at]}
            appName={appName}
            kind={sides[at].form === "wall" ? "upgrade" : "recommended"}
            title={{ text: sides[at].title, language }}
            message={{ text: sides[at].message, language }}
            isDark={isDark}
            isSmall
          />
        </Stack>
      ))}
    </SimpleGrid>
  );
}

interface PhoneSide {
  /** The message fills the screen, is above the running app, or there is none. */
  readonly form: "wall" | "card" | "none";
  readonly title: string;
  readonly message: string;
}

interface PhonePair {
  readonly key: string;
  readonly label: string;
  readonly language: string;
  readonly before: PhoneSide;
  readonly after: PhoneSide;
}

interface PhoneSources extends Omit<PhonesProps, "project"> {
  readonly head: Project;
}

function phonePairs(sources: PhoneSources): readonly PhonePair[] {
  const { head, change } = sources;
  const edited = textSides(change);
  const hasKinds = new Set(edited.map(({ kind }) => kind)).size > 1;
  const pairs = edited.map((text) => editedPair(text, sources, hasKinds));
  const [first = "en"] = head.languages ?? [];
  const foreseen = mostRequested(change);
  if (!foreseen || edited.some(({ language }) => language === first)) return pairs;
  return [foreseenPair(foreseen, first, change.foreseen), ...pairs];
}

function mostRequested({ foreseen }: ShownChange): TextEffect | undefined {
  const { effects = [], text_effects = [], maintenance_effects = [] } = foreseen;
  const weight = ({ before, after, share }: VersionEffect) => (after?.forced && !before?.forced ? 100 : 0) + (share ?? 0);
  const changed = effects.toSorted((a, b) => weight(b) - weight(a));
  const found = changed.flatMap((effect) => text_effects.find((text) => isSameRange(text, effect)) ?? []);
  return found[0] ?? (maintenance_effects.length > 0 ? text_effects[0] : undefined);
}

function isSameRange(one: TextEffect, other: VersionEffect): boolean {
  return one.platform === other.platform && one.from === other.from && one.to === other.to && one.at === other.at;
}

function foreseenPair(text: TextEffect, language: string, { effects = [], maintenance_effects = [] }: Foreseen): PhonePair {
  const { platform } = text;
  const isClosed = (at: keyof Sides) =>
    effects.some((effect) => isSameRange(text, effect) && effect[at]?.forced) ||
    maintenance_effects.some((effect) => effect.platform === platform && effect[at]?.state === "active");
  const side = (at: keyof Sides): PhoneSide => {
    const { title = "", message = "" } = text[at] ?? {};
    return { form: title === "" && message === "" ? "none" : isClosed(at) ? "wall" : "card", title, message };
  };
  const label = formatLanguage(language);
  return { key: `${platform}-${language}`, label, language, before: side("before"), after: side("after") };
}

const walls: readonly string[] = ["upgrade", "unsupported", "maintenance", "window"];

function editedPair(
  { kind, platform, language, title, message }: TextSides,
  sources: PhoneSources,
  hasKinds: boolean,
): PhonePair {
  const { head, published } = sources;
  const policy = platform === null ? published[0] : published.find(({ id }) => id === platform);
  const valuesIn = exampleValues({ projectName: head.name ?? head.id, policy });
  const side = (of: keyof Sides): PhoneSide => {
    const filled = (text = "") => fillPlaceholders({ text, language }, valuesIn).text;
    const isShown = title[of] !== undefined || message[of] !== undefined;
    const form = !isShown ? "none" : walls.includes(kind) ? "wall" : "card";
    return { form, title: filled(title[of]), message: filled(message[of]) };
  };
  const name = formatLanguage(language);
  return {
    key: [kind, platform, language].join("-"),
    label: hasKinds ? texts.languageOf(texts.kinds[kind] ?? kind, name) : name,
    language,
    before: side("before"),
    after: side("after"),
  };
}
