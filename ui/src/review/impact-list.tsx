/** Impact of a policy change on the requests that were counted, by platform. */
import { Stack, Table, Text } from "@mantine/core";
import { minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import type { ImpactCounts, PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import { formatInstant, formatList, formatNumber, formatShare } from "../texts/formats.ts";
import { impactTexts as texts } from "./review-texts.ts";

const effects = ["forced", "freed", "recommended"] as const;
/** Versions listed for each effect, and targets. */
const maxShown = 5;

export function ImpactList({ impact }: { readonly impact: readonly PlatformImpact[] }) {
  const isSeen = ({ last_7d }: PlatformImpact) => last_7d.requests > 0;
  const isAnySeen = impact.some(isSeen);
  // Without requests, a change and a step of the same platform have the same line.
  const shown = impact.filter((each, index) => isSeen(each) || impact[index - 1]?.platform !== each.platform);
  return (
    <Stack gap="sm">
      {shown.map((each) => (
        <PlatformPart key={`${each.platform} ${each.at ?? ""}`} impact={each} />
      ))}
      {isAnySeen && <Quiet>{texts.honest}</Quiet>}
    </Stack>
  );
}

function PlatformPart({ impact }: { readonly impact: PlatformImpact }) {
  const { at, last_24h: day, last_7d: week } = impact;
  if (week.requests === 0) return <Quiet>{texts.none(impact.platform)}</Quiet>;
  const platform = at === undefined ? impact.platform : texts.fromStep(impact.platform, formatInstant(at));
  const shown = effects.filter((effect) => day[effect] > 0 || week[effect] > 0);
  return (
    <Stack gap={4}>
      {shown.length === 0 ? (
        <Text size="sm">{texts.unaffected(platform, week.requests)}</Text>
      ) : (
        <Shares platform={platform} impact={impact} shown={shown} />
      )}
      {shown.map((effect) => (
        <VersionsOf key={effect} impact={impact} effect={effect} />
      ))}
      {impact.more_versions > 0 && <Quiet>{texts.moreAffected(impact.more_versions)}</Quiet>}
      {impact.targets.slice(0, maxShown).map((target) => (
        <Target key={target.version} target={target} day={day} />
      ))}
      {day.requests < minRequestsForGuards && <Quiet>{texts.tooFew(formatNumber(minRequestsForGuards))}</Quiet>}
    </Stack>
  );
}

type Effect = (typeof effects)[number];

interface SharesProps {
  /** With the instant of a step. */
  readonly platform: string;
  readonly impact: PlatformImpact;
  readonly shown: readonly Effect[];
}

function Shares({ platform, impact, shown }: SharesProps) {
  const spans = [impact.last_24h, impact.last_7d];
  const shareOf = (counts: ImpactCounts, part: Effect | "other") =>
    counts.requests === 0 ? "–" : formatShare(counts[part], counts.requests);
  const hasOther = spans.some(({ other }) => other > 0);
  return (
    <Table fz="sm" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{platform}</Table.Th>
          <Table.Th scope="col" ta="end">
            {texts.day}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {texts.week}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((effect) => (
          <Row
            key={effect}
            title={texts.effects[effect]}
            values={spans.map((span) => shareOf(span, effect))}
            isWorse={effect === "forced"}
          />
        ))}
        {hasOther && <Row title={texts.other} values={spans.map((span) => shareOf(span, "other"))} />}
        <Row title={texts.requests} values={spans.map(({ requests }) => formatNumber(requests))} />
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  readonly title: string;
  readonly values: readonly string[];
  readonly isWorse?: boolean;
}

function Row({ title, values, isWorse = false }: RowProps) {
  const style = isWorse ? { fw: 600, c: "var(--mantine-color-error)" } : { fw: 400 };
  return (
    <Table.Tr>
      <Table.Th scope="row" {...style}>
        {title}
      </Table.Th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day, then a week
        <Table.Td key={index} ta="end" {...style}>
          {value}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface VersionsOfProps {
  readonly impact: PlatformImpact;
  readonly effect: Effect;
}

/** Versions behind a share, those with most requests first. */
function VersionsOf({ impact: { versions, last_24h: day, last_7d: week }, effect }: VersionsOfProps) {
  const own = versions.filter((version) => version.effect === effect);
  const named = own.slice(0, maxShown).map(({ version, requests_24h, requests_7d }) => {
    const part = day.requests > 0 ? formatShare(requests_24h, day.requests) : formatShare(requests_7d, week.requests);
    return texts.version(version, part);
  });
  const rest = own.length - named.length;
  if (named.length === 0) return null;
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {texts.behind(texts.effects[effect])} {formatList(rest > 0 ? [...named, texts.more(rest)] : named)}
    </Text>
  );
}

interface TargetProps {
  readonly target: PlatformImpact["targets"][number];
  readonly day: ImpactCounts;
}

function Target({ target: { version, requests_24h, requests_7d }, day }: TargetProps) {
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {requests_7d === 0 ? texts.unseenTarget(version) : texts.target(version, formatShare(requests_24h, day.requests))}
    </Text>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
