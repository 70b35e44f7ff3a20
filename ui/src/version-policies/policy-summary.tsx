import { Box, Text } from "@mantine/core";
import type { CompiledPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import { type CountedTraffic, forcedRequests } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { formatList, formatShare } from "../texts/formats.ts";
import { entryWords } from "./ruler-edit.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** Above this number, the sentence would be too long to read. */
const most = 4;

export function ruleSentence({ minimum, blocked }: CompiledPolicy, mayEdit: boolean): string {
  const { span } = texts;
  const spans = [...(minimum ? [span.below(minimum.text)] : []), ...blocked.map(entryWords)];
  if (spans.length === 0) return mayEdit ? texts.everyVersion : texts.everyVersionRead;
  const hidden = spans.length - most;
  return texts.someMustUpdate(formatList(hidden > 1 ? [...spans.slice(0, most), span.more(hidden)] : spans));
}

interface TrafficFigureProps {
  readonly traffic: CountedTraffic | null;
  readonly draft: CompiledPolicy;
  readonly published: CompiledPolicy;
}

/** `2.9% must update`; `2.9% → 96%` while a change to it is not published. */
export function TrafficFigure({ traffic, draft, published }: TrafficFigureProps) {
  const [now, after] = useMemo(
    () => (traffic ? [forcedRequests(traffic, published), forcedRequests(traffic, draft)] : [0, 0]),
    [traffic, draft, published],
  );
  if (!traffic) {
    return <Hint>{texts.noRequests}</Hint>;
  }
  const shareOf = (requests: number) => formatShare(requests, traffic.requests);
  return (
    <Box role="status" ta={{ base: "left", sm: "right" }} flex="none">
      <Text span fz="lg" fw={600} c={after > 0 ? "var(--mantine-color-closed-text)" : "inherit"}>
        {now === after ? shareOf(now) : texts.newShare(shareOf(now), shareOf(after))}
      </Text>{" "}
      <Text span>{texts.mustUpdate}</Text>
      <Text size="xs" c="dimmed" title={texts.rare(shareOf(traffic.other))}>
        {texts.ofRequests(traffic.requests)}
      </Text>
    </Box>
  );
}
