/** A table of clients and scenarios, from the results that the runners of the clients wrote. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "../conformance/scenario.ts";

interface ClientResults {
  readonly client: string;
  /** By the scenario's id: `passed`, `failed`, or `skipped: REASON`. */
  readonly results: Readonly<Record<string, string>>;
}

const sdk = join(import.meta.dirname, "..");

/** A row for each client, and a line for each of its scenarios that did not pass. @throws for a result without a scenario */
export function printClientTable(): string {
  const kits = globSync("conformance/*scenarios.json", { cwd: sdk })
    .toSorted()
    .map((file) => ({ file, scenarios: readJson<{ readonly scenarios: readonly Scenario[] }>(file).scenarios }));
  const rows = ["| client | scenarios | passed |", "|---|---|---|"];
  const others: string[] = [];
  for (const { client, results } of readResults()) {
    const ids = Object.keys(results);
    const kit = kits.find(({ scenarios }) => ids.every((id) => scenarios.some((scenario) => scenario.id === id)));
    if (kit === undefined) throw new Error(`Results of no file of scenarios: ${client}.`);
    const missing = kit.scenarios.filter(({ id }) => results[id] !== "passed");
    rows.push(`| ${client} | \`${kit.file}\` | ${kit.scenarios.length - missing.length} of ${kit.scenarios.length} |`);
    for (const { id, says } of missing) others.push(`- ${client}, ${results[id] ?? "not run"}: ${says}`);
  }
  return `${[...rows, ...(others.length > 0 ? ["", ...others] : [])].join("\n")}\n`;
}

function readResults(): ClientResults[] {
  return globSync("**/conformance-results.json", { cwd: sdk, exclude: (path) => path.includes("node_modules") })
    .map((file) => readJson<ClientResults>(file))
    .toSorted((a, b) => a.client.localeCompare(b.client, "en"));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(sdk, file), "utf8")) as T;
}
