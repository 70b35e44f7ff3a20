import { page, table } from "./markdown.ts";

export interface MetricFamily {
  readonly type: string;
  readonly help: string;
  readonly series: readonly { readonly labels: Readonly<Record<string, string>> }[];
}

export interface AlertRule {
  readonly alert: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

export function metricsPage(families: ReadonlyMap<string, MetricFamily>, alerts: readonly AlertRule[]): string {
  return page(
    "Metrics and alerts",
    "Look up a metric or an alert.",
    "`/metrics` is in the Prometheus text format: [operations](../operations.md) says how to scrape it.",
    "## Alerts",
    "The rules of `ops/alerts.yaml`. Each name links to the next steps.",
    table(
      ["alert", "severity", "after", "meaning"],
      alerts.map(({ alert, for: held = "0m", labels: { severity }, annotations }) => [
        `[${alert}](../operations.md#${alert.toLowerCase()})`,
        severity,
        held,
        meaningOf(annotations),
      ]),
    ),
    "## Metrics",
    "Clients cannot increase the number of series: paths are those of the API document, and unknown values count as `_OTHER`.",
    table(
      ["metric", "type", "labels", "meaning"],
      [...families].map(([name, { type, help, series }]) => {
        const labels = new Set(series.flatMap((one) => Object.keys(one.labels)).filter((label) => label !== "le"));
        return [`\`${name}\``, type, [...labels].map((label) => `\`${label}\``).join(", "), help];
      }),
    ),
  );
}

/** The value and the labels are words in capitals. */
function meaningOf({ summary, description }: AlertRule["annotations"]): string {
  const text = summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+)[^}]*\}\}/g, (_, name: string) => name.toUpperCase());
  return `${text} ${description}`.replaceAll("|", "\\|");
}
