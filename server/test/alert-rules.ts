import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { MetricsText, type Series } from "./metrics-text.ts";
import { fires } from "./promql.ts";
import { metricsToken } from "./running-program.ts";

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

const file = join(import.meta.dirname, "..", "..", "ops", "alerts.yaml");
export const alertRules: readonly Alert[] = parse(readFileSync(file, "utf8")).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);

/** Series of `/metrics` at an admin address, and `up` as Prometheus adds it. */
export async function scrape(admin: string): Promise<readonly Series[]> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await fetch(`${admin}/metrics`, { headers }).then(
    (response) => response.text(),
    () => null,
  );
  const up = { name: "up", labels: { job: "drawbridge" }, value: text === null ? 0 : 1 };
  return [up, ...(text === null ? [] : new MetricsText(text).series)];
}

/** Names of the alerts whose expression is true, of all. @param earlier scrape at the start of the time ranges */
export function firing(series: readonly Series[], earlier: readonly Series[]): string[] {
  return alertRules.filter(({ expr }) => fires(expr, series, earlier)).map(({ alert }) => alert);
}
