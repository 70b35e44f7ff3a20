import type { ReactNode } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./data-table.module.css";
import { useWindowRows } from "./use-window-rows.ts";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  readonly isAtEnd?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** Pixels, before a row is measured. */
const likelyHeight = 45;

export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const { table } = sharedTexts;
  const keyOf = (index: number) => rowKey(rows[index] as Row);
  const { frame, shown, below, measure } = useWindowRows<HTMLDivElement>({
    count: rows.length,
    estimateSize: () => likelyHeight,
    getItemKey: keyOf,
    overscan: 12,
  });
  return (
    <div ref={frame} className={classes.frame}>
      {/* On a phone, CSS shows blocks, and without roles screen readers would see no table. */}
      <table className={classes.table} role="table" aria-label={table.rows(rows.length, label)} aria-rowcount={rows.length + 1}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map(({ key, title, isAtEnd }) => (
              <th key={key} role="columnheader" scope="col" className={isAtEnd ? classes.end : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Gap height={shown[0]?.gap ?? 0} />
          {shown.map(({ index }) => (
            <tr key={keyOf(index)} role="row" ref={measure} data-index={index} aria-rowindex={index + 2}>
              {columns.map(({ key, title, render, isAtEnd }, column) =>
                column === 0 ? (
                  <th key={key} role="rowheader" scope="row">
                    {render(rows[index] as Row)}
                  </th>
                ) : (
                  <td key={key} role="cell" data-label={title} className={isAtEnd ? classes.end : undefined}>
                    {render(rows[index] as Row)}
                  </td>
                ),
              )}
            </tr>
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}
