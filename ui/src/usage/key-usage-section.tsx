import { Code, Divider, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { HOUR } from "drawbridge-rules/values/duration.ts";
import type { KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { Hint } from "../elements/cells.tsx";
import { DataTable } from "../elements/data-table.tsx";
import { QueryState } from "../elements/screen.tsx";
import { Folded } from "../review/change-view.tsx";
import { formatInstant, formatNumber, locale } from "../texts/formats.ts";
import classes from "./usage.module.css";
import { keyUsageQuery } from "./usage-list.ts";
import { usageTexts as texts } from "./usage-texts.ts";

export function KeyUsageSection({ project, id }: { readonly project: string; readonly id: string }) {
  return (
    <Stack component="section" gap="sm">
      <Divider />
      <Title order={3}>{texts.title}</Title>
      <QueryState query={useQuery(keyUsageQuery(project, id))}>{(usage) => <Usage usage={usage} />}</QueryState>
    </Stack>
  );
}

function Usage({ usage: { from, keys, refused } }: { readonly usage: ProjectUsage }) {
  const [use] = keys;
  if (!use && refused.length === 0) return <Text>{texts.none}</Text>;
  return (
    <Stack gap="sm">
      {use && (
        <>
          <Text>{`${texts.answered(use.requests)} ${texts.thisHour(formatNumber(use.hours.at(-1) ?? 0))}`}</Text>
          <HourBars from={from} hours={use.hours} />
          <Versions use={use} />
        </>
      )}
      {refused.length > 0 && (
        <List size="sm">
          {refused.map(({ reason, requests, example }) => (
            <List.Item key={reason}>{texts.refusedOf[reason](requests, example ?? "")}</List.Item>
          ))}
        </List>
      )}
      {!use && refused.map(({ reason, hours }) => <HourBars key={reason} from={from} hours={hours} isRefused />)}
      <Hint size="xs">{texts.counted}</Hint>
    </Stack>
  );
}

function Versions({ use: { requests, versions, other_requests: others } }: { readonly use: KeyUsage }) {
  const rest = others > 0 ? [{ platform: "", version: "", requests: others }] : [];
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  return (
    <DataTable
      label={texts.versions}
      rows={[...versions, ...rest]}
      rowKey={({ platform, version }) => `${platform} ${version}`}
      columns={[
        {
          key: "version",
          title: texts.version,
          render: ({ platform, version }) =>
            version === "" ? (
              texts.others
            ) : (
              <>
                {`${platform} `}
                <Code style={{ whiteSpace: "nowrap" }}>{version}</Code>
              </>
            ),
        },
        { key: "requests", title: texts.count, isAtEnd: true, render: ({ requests: count }) => formatNumber(count) },
        { key: "share", title: texts.share, isAtEnd: true, render: ({ requests: count }) => share.format(count / requests) },
      ]}
    />
  );
}

interface HourBarsProps {
  readonly from: string;
  readonly hours: readonly number[];
  readonly isRefused?: boolean;
}

/** Screen readers get the same in words. */
function HourBars({ from, hours, isRefused = false }: HourBarsProps) {
  const most = Math.max(1, ...hours);
  const named = hours.map((count, index) => ({ count, at: formatInstant(Date.parse(from) + index * HOUR) }));
  const told = named.filter(({ count }) => count > 0);
  return (
    <>
      <div className={classes.bars} data-refused={isRefused || undefined} aria-hidden>
        {named.map(({ count, at }) => (
          <div key={at} className={classes.bar} title={texts.hour(at, formatNumber(count))}>
            <div style={{ height: `${(count / most) * 100}%` }} data-none={count === 0 || undefined} />
          </div>
        ))}
      </div>
      <Folded title={texts.byHour}>
        <List size="xs">
          {told.map(({ count, at }) => (
            <List.Item key={at}>{texts.hour(at, formatNumber(count))}</List.Item>
          ))}
        </List>
      </Folded>
    </>
  );
}
