/** Tables of scenarios and clients, from the results that the runners of the clients wrote. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "../conformance/scenario.ts";

interface ClientResults {
  readonly client: string;
  /** By the scenario's id: `passed`, `failed`, or `skipped: REASON`. */
  readonly results: Readonly<Record<string, string>>;
}

const sdk = join(import.meta.dirname, "..");
const marks: Readonly<Record<string, string>> = { passed: "✔", failed: "✖" };

/** One table for each file of scenarios that has a client. @throws for a result without a scenario */
export function printClientTables(): string {
  const clients = globSync("**/conformance-results.json", { cwd: sdk, exclude: (path) => path.includes("node_modules") })
    .map((file) => readJson<ClientResults>(file))
    .toSorted((a, b) => a.client.localeCompare(b.client, "en"));
  const kits = globSync("conformance/*scenarios.json", { cwd: sdk })
    .toSorted()
    .map((file) => ({ file, ...readJson<{ readonly scenarios: readonly Scenario[] }>(file) }));
  const tables = kits.map(({ file, scenarios }) => {
    const known = new Set(scenarios.map(({ id }) => id));
    const own = clients.filter(({ results }) => Object.keys(results).every((id) => known.has(id)));
    return { file, scenarios, own };
  });
  const strays = clients.filter((client) => !tables.some(({ own }) => own.includes(client)));
  if (strays.length > 0) throw new Error(`Results of no file of scenarios: ${strays.map(({ client }) => client).join(", ")}.`);
  return tables
    .filter(({ own }) => own.length > 0)
    .map(({ file, scenarios, own }) => `\`${file}\`:\n\n${printTable(scenarios, own)}`)
    .join("\n");
}

function printTable(scenarios: readonly Scenario[], clients: readonly ClientResults[]): string {
  const rows = [
    ["scenario", ...clients.map(({ client }) => client)],
    ["---", ...clients.map(() => ":-:")],
    ...scenarios.map(({ id, says }) => [says, ...clients.map(({ results }) => printResult(results[id]))]),
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** @param result undefined: the client was not run since the scenario exists */
function printResult(result: string | undefined): string {
  return result === undefined ? "not run" : (marks[result] ?? result);
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(sdk, file), "utf8")) as T;
}
