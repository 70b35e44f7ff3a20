import { useState } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { formatNumber, formatShare } from "../texts/formats.ts";
import classes from "./adoption.module.css";
import { type Band, totals } from "./adoption-area.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

interface AdoptionTableProps {
  readonly platform: string;
  readonly bands: readonly Band[];
  readonly steps: number;
  readonly textOf: (step: number) => string;
}

/** The chart as a table, the newest hour or day first; drawn when it is opened. */
export function AdoptionTable(props: AdoptionTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{texts.table}</summary>
      {isOpen && <Rows {...props} />}
    </details>
  );
}

interface StepRow {
  readonly step: number;
  readonly requests: number;
}

function Rows({ platform, bands, steps, textOf }: AdoptionTableProps) {
  const rows = totals(bands, steps)
    .map((requests, step): StepRow => ({ step, requests }))
    .filter(({ requests }) => requests > 0)
    .reverse();
  const columns: readonly Column<StepRow>[] = [
    { key: "time", title: texts.time, render: ({ step }) => textOf(step) },
    { key: "count", title: texts.count, isAtEnd: true, render: ({ requests }) => formatNumber(requests) },
    ...bands.toReversed().map(({ version, series }) => ({
      key: `version ${version ?? ""}`,
      title: version ?? texts.others,
      isAtEnd: true,
      render: ({ step, requests }: StepRow) => formatShare(series[step] ?? 0, requests),
    })),
  ];
  return <DataTable label={texts.chart(platform)} rows={rows} rowKey={({ step }) => String(step)} columns={columns} />;
}
