import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { command } from "./command.ts";
import { counted, table } from "./output.ts";
import { refusedLines } from "./refused-text.ts";
import { projectId } from "./text-form.ts";

/** Versions of a key on a line. */
const maxVersions = 5;

export const usage = command({
  name: "usage",
  meaning: "show requests by read key, and requests answered 401",
  operands: [{ name: "PROJECT", meaning: "project id; default: requests that belong to no project", isOptional: true }],
  examples: ["usage acme-shop", "usage"],
  notes: "Counts this hour and the 23 before it. Replace a key in your apps before you revoke it.",
  read: (args) => args.optionalOperand("PROJECT", projectId),
  async run(project, { client, output }) {
    if (project === null) {
      const found = await client.getInstallationUsage();
      return output.answer(found, () => installationLines(found, output.columns));
    }
    const [found, keys] = await Promise.all([client.getUsage({ project }), client.listAll("listReadKeys", { project })]);
    const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
    output.answer(found, () => [...projectLines(project, found, keys, output.columns), ...refused]);
  },
});

function installationLines({ refused }: InstallationUsage, columns: number | null): string[] {
  if (refused.length === 0) return ["Every request in the last 24 hours had the key of a project."];
  return [
    "Answered 401 in the last 24 hours:",
    "",
    ...table(
      ["REASON", "REQUESTS"],
      refused.map(({ reason, requests }) => [words[reason], String(requests)]),
      columns,
    ),
  ];
}

function projectLines(project: string, { keys }: ProjectUsage, all: readonly ListedReadKey[], columns: number | null): string[] {
  const nameOf = (id: string) => all.find((key) => key.id === id)?.name ?? "";
  const used = keys.map(({ key, requests, ...use }) => [key, nameOf(key), String(requests), versionsText(use)]);
  return used.length === 0
    ? [`No requests with a key of ${project} in the last 24 hours.`]
    : table(["KEY", "NAME", "REQUESTS", "VERSIONS"], used, columns);
}

const words = { missing: "no key", malformed: "malformed key", unknown: "unknown key" } as const;

function versionsText({ versions, other_requests: others }: Pick<KeyUsage, "versions" | "other_requests">): string {
  const first = versions.slice(0, maxVersions);
  const rest = versions.slice(maxVersions).reduce((sum, { requests }) => sum + requests, others);
  const told = first.map(({ platform, version, requests }) => `${platform} ${version}: ${requests}`);
  return [...told, ...(rest > 0 ? [`${counted(rest, "other")}`] : [])].join(", ");
}
