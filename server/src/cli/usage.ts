import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { command } from "./command.ts";
import { counted, table } from "./output.ts";
import { projectId } from "./text-form.ts";

/** Versions of a key on a line. */
const mostVersions = 5;

export const usage = command({
  name: "usage",
  meaning: "show who asks with which read key, and who is answered 401",
  operands: [{ name: "PROJECT", meaning: "its id; without, what belongs to no project", isOptional: true }],
  examples: ["usage acme-shop", "usage"],
  notes: "Of this hour and the 23 before it. A key that apps still send should not end before they have another.",
  read: (given) => given.optionalOperand("PROJECT", projectId),
  async run(project, { client, output }) {
    if (project === null) {
      const found = await client.getInstallationUsage();
      return output.answer(found, () => installationLines(found));
    }
    const [found, keys] = await Promise.all([client.getUsage({ project }), client.listAll("listReadKeys", { project })]);
    output.answer(found, () => projectLines(project, found, keys));
  },
});

function installationLines({ refused }: InstallationUsage): string[] {
  if (refused.length === 0) return ["In the last 24 hours every request had a key of a project."];
  return ["Answered 401 in the last 24 hours:", "", ...refusalTable(["REASON"], refused, ({ reason }) => [words[reason]])];
}

function projectLines(project: string, { keys, refused }: ProjectUsage, all: readonly ListedReadKey[]): string[] {
  const nameOf = (id: string) => all.find((key) => key.id === id)?.name ?? "";
  const used = keys.map(({ key, requests, ...use }) => [key, nameOf(key), String(requests), versionsText(use)]);
  return [
    ...(used.length === 0
      ? [`In the last 24 hours nobody asked with a key of ${project} and was let in.`]
      : table(["KEY", "NAME", "REQUESTS", "VERSIONS"], used)),
    ...(refused.length === 0
      ? []
      : ["", "Refused:", ...refusalTable(["KEY", "NAME", "REASON"], refused, (r) => [r.key, nameOf(r.key), words[r.reason]])]),
  ];
}

const words = {
  missing: "no key was sent",
  malformed: "what was sent can be no key",
  unknown: "nobody has such a key",
  expired: "the key has expired (401)",
  revoked: "the key was revoked (401)",
  not_allowed: "outside of the key's scope (403)",
} as const;

function refusalTable<Found extends { readonly requests: number }>(
  heading: readonly string[],
  refused: readonly Found[],
  cells: (found: Found) => readonly string[],
): string[] {
  return table(
    [...heading, "REQUESTS"],
    refused.map((found) => [...cells(found), String(found.requests)]),
  );
}

function versionsText({ versions, other_requests: others }: Pick<KeyUsage, "versions" | "other_requests">): string {
  const first = versions.slice(0, mostVersions);
  const rest = versions.slice(mostVersions).reduce((sum, { requests }) => sum + requests, others);
  const told = first.map(({ platform, version, requests }) => `${platform} ${version}: ${requests}`);
  return [...told, ...(rest > 0 ? [`${counted(rest, "other")}`] : [])].join(", ");
}
