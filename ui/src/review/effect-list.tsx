/** Answers to apps before and after a change. */
import { Stack, Table, Text } from "@mantine/core";
import { describeEffects, type EffectRow } from "drawbridge-rules/describe/effect.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

const { review } = sharedTexts;

/** More rows of one table are not read before a decision. */
const maxShown = 6;

export function EffectList({ answer }: { readonly answer: ChangeAnswer }) {
  const reader = { zone: ownZone, now: Date.now(), names: namesIn(answer.names ?? {}) };
  const { versions, texts, maintenance } = describeEffects(answer, reader);
  const all = [versions, texts, maintenance];
  if (all.every((rows) => rows.length === 0)) return <Text size="sm">{review.effectsNone}</Text>;
  return (
    <Stack gap="sm">
      <EffectTable caption={review.versions} rows={versions} />
      <EffectTable caption={review.texts} rows={texts} />
      <EffectTable caption={review.maintenance} rows={maintenance} />
      {(answer.more_effects || all.some((rows) => rows.length > maxShown)) && <Text size="sm">{review.effectsMore}</Text>}
    </Stack>
  );
}

/** Scrolls by arrow keys if it is wider than the dialog. */
const focusable = { viewportProps: { tabIndex: 0 } };

/** An address in one column does not push the other out of sight. */
const anywhere = { overflowWrap: "anywhere" } as const;

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
          {rows.slice(0, maxShown).map(({ name, before, after, isWorse, share }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={anywhere}>{before}</Table.Td>
              <Table.Td style={anywhere} {...(isWorse ? { fw: 600, c: "var(--mantine-color-error)" } : {})}>
                {share === null ? after : review.withShare(after, share)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
