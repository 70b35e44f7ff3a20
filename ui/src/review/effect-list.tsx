/** Answers to apps before and after a change. */
import { Stack, Table, Text } from "@mantine/core";
import { boundBelow } from "drawbridge-rules/versions/boundary-version.ts";
import type { Effects, ReportedInterruption, ShownText, VersionDecision } from "drawbridge-rules/wire/change.ts";
import type { ReactNode } from "react";
import { VersionText } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

const { review } = sharedTexts;

export function EffectList({ effects }: { readonly effects: Effects }) {
  const isEmpty = effects.versions.length + effects.texts.length + effects.maintenance.length === 0;
  if (isEmpty) return <Text size="sm">{review.effectsNone}</Text>;
  return (
    <Stack gap="sm">
      <EffectTable
        caption={review.versions}
        rows={effects.versions.map(({ platform, version, at, before, after }) => ({
          what: <VersionFrom platform={platform} version={version} at={at} />,
          before: <Decision decision={before} />,
          after: <Decision decision={after} />,
        }))}
      />
      <EffectTable
        caption={review.texts}
        rows={effects.texts.map(({ platform, version, at, before, after }) => ({
          what: <VersionFrom platform={platform} version={version} at={at} />,
          before: <Shown text={before} />,
          after: <Shown text={after} />,
        }))}
      />
      <EffectTable
        caption={review.maintenance}
        rows={effects.maintenance.map(({ platform, instance, before, after }) => ({
          what: platform ?? instance ?? "",
          before: <Told told={before} />,
          after: <Told told={after} />,
        }))}
      />
      {effects.more && <Text size="sm">{review.effectsMore}</Text>}
    </Stack>
  );
}

interface VersionFromProps {
  readonly platform: string;
  readonly version: string;
  readonly at?: string | undefined;
}

/** @param props.at instant of a dated step from which the effect holds; absent: now */
function VersionFrom({ at, platform, version }: VersionFromProps) {
  const { above } = sharedTexts.review;
  const bound = boundBelow(version);
  return (
    <>
      <VersionText platform={bound === null ? platform : `${platform} ${above}`} version={bound ?? version} />
      {at !== undefined && (
        <>
          {" · "}
          <InstantText at={at} />
        </>
      )}
    </>
  );
}

/** Scrolls by arrow keys if it is wider than the dialog. */
const focusable = { viewportProps: { tabIndex: 0 } };

/** An address in one column does not push the other out of sight. */
const anywhere = { overflowWrap: "anywhere" } as const;

interface EffectRow {
  readonly what: ReactNode;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

function EffectTable({ caption, rows }: { readonly caption: string; readonly rows: readonly EffectRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={focusable}>
      <Table fz="sm" captionSide="top">
        <Table.Caption ta="start">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>{review.before}</Table.Th>
            <Table.Th>{review.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ what, before, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move
            <Table.Tr key={index}>
              <Table.Th scope="row">{what}</Table.Th>
              <Table.Td style={anywhere}>{before}</Table.Td>
              <Table.Td style={anywhere}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Decision({ decision }: { readonly decision: VersionDecision | null }) {
  const { decided } = sharedTexts.review;
  if (!decision) return decided.none;
  return (
    <Text
      component="span"
      size="sm"
      fw={decision.forced ? 600 : 400}
      c={decision.forced ? "var(--mantine-color-error)" : "inherit"}
    >
      {decided[decision.rule]}
    </Text>
  );
}

function Told({ told }: { readonly told: ReportedInterruption | null }) {
  const texts = sharedTexts.review.told;
  if (!told) return texts.none;
  return (
    <span>
      {texts[told.state](formatInstant(told.start), formatInstant(told.end))}
      {told.state === "scheduled" && (
        <>
          {" · "}
          <InstantText at={told.start} show="relative" />
        </>
      )}
    </span>
  );
}

/** Links in it are longer than a column is wide. */
function Shown({ text }: { readonly text: ShownText | null }) {
  if (!text) return "–";
  const { title, message, config_message: ofConfig, android_source: android, apple_source: apple } = text;
  const parts = new Set([title, message, ofConfig, android, apple].filter((part) => part !== ""));
  return <span style={{ overflowWrap: "anywhere" }}>{[...parts].join(" · ")}</span>;
}
