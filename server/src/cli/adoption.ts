import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import {
  type Adoption,
  type AdoptionQuery,
  type CountedRequests,
  maxDays,
  maxHours,
  type PlatformAdoption,
} from "drawbridge-rules/wire/adoption.ts";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { counted, printable, table } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { refusedLines } from "./refused-text.ts";
import { platformName, projectId, wholeNumber } from "./text-form.ts";
import { minuteText } from "./time-text.ts";

/** Versions of a platform in the table; --json has up to 1 000. */
const maxShown = 20;
/** Versions of a key on a line. */
const maxKeyVersions = 5;

export const adoption = command({
  name: "adoption",
  meaning: "show requests by platform and version of the app, or by read key",
  operands: [{ name: "PROJECT", meaning: "project id; default: requests that belong to no project", isOptional: true }],
  options: [
    { flags: "--keys", meaning: "by read key, in this hour and the 23 before it" },
    { flags: "--platform <name>", meaning: "only this platform" },
    { flags: "--hours <number>", meaning: `hours to count, the current one included; at most ${maxHours}; default: 24` },
    { flags: "--days <number>", meaning: `days to count, today included, in UTC; at most ${maxDays}` },
  ],
  examples: ["adoption acme-shop", "adoption acme-shop --platform ios --days 30", "adoption acme-shop --keys", "adoption"],
  notes: "Counts requests, not users. Read keys are public, so requests can be forged.",
  read(args) {
    const project = args.optionalOperand("PROJECT", projectId);
    const [query, isByKey] = [readSpan(args), args.flag("keys")];
    const hasSpan = Object.keys(query).length > 0;
    if (isByKey && hasSpan) args.problem("--keys counts 24 hours of all platforms: leave out --platform, --hours and --days");
    if (project === null && (isByKey || hasSpan)) args.problem("PROJECT is required with options");
    return { project, query, isByKey };
  },
  async run({ project, query, isByKey }, context) {
    const { client, output, line } = context;
    if (project === null) {
      const found = await client.getInstallationUsage();
      return output.answer(found, () => installationLines(found, output.columns));
    }
    if (isByKey) return answerByKey(project, context);
    const found = await client.getAdoption({ project, ...query });
    const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
    output.answer(found, () => [
      ...adoptionLines(project, found, output.columns),
      ...refused,
      ...suggestionLines(line(`policy release --project ${project}`), found.platforms),
    ]);
  },
});

async function answerByKey(project: string, { client, output }: Context): Promise<void> {
  const [found, keys] = await Promise.all([client.getUsage({ project }), client.listAll("listReadKeys", { project })]);
  const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
  output.answer(found, () => [...keyLines(project, found, keys, output.columns), ...refused]);
}

function readSpan(args: ParsedArguments): AdoptionQuery {
  const platform = args.option("platform", platformName);
  const hours = args.option("hours", wholeNumber(1, maxHours));
  const days = args.option("days", wholeNumber(1, maxDays));
  if (hours !== null && days !== null) args.problem("--hours and --days cannot be combined: keep one");
  return {
    ...(platform === null ? {} : { platform }),
    ...(hours === null ? {} : { hours }),
    ...(days === null ? {} : { days }),
  };
}

function adoptionLines(project: string, { from, platforms }: Adoption, columns: number | null): string[] {
  const used = platforms.filter(({ total }) => total.requests > 0);
  if (used.length === 0) return [`No requests of ${project} since ${minuteText(from)}.`];
  const heading = ["PLATFORM", "VERSION", "REQUESTS", "SHARE", "ALLOWED", "RECOMMENDED", "FORCED", "MAINTENANCE"];
  const hidden = used.reduce((sum, { versions }) => sum + Math.max(0, versions.length - maxShown), 0);
  return [
    `Requests since ${minuteText(from)}:`,
    "",
    ...table(heading, used.flatMap(platformRows), columns),
    ...(hidden > 0 ? ["", `${counted(hidden, "more version")}; --json lists them.`] : []),
    ...forcedLines(platforms),
  ];
}

/** By the present policy, which may be newer than the counted answers. */
function forcedLines(platforms: readonly PlatformAdoption[]): string[] {
  const lines = platforms.flatMap(({ platform, present }) => {
    const { requests_24h, forced_24h, changed } = present;
    if (forced_24h === 0) return [];
    const share = `${formatShare(forced_24h, requests_24h)} of the requests of the last 24 hours`;
    const by =
      changed && `, since revision ${changed.revision} by ${changed.actor_name ?? changed.actor} at ${minuteText(changed.at)}`;
    return [printable(`The present policy of ${platform} forces ${share} to update${by ?? ""}.`)];
  });
  return lines.length > 0 ? ["", ...lines] : [];
}

/** @param release command that declares a release, up to its platform */
function suggestionLines(release: string, platforms: readonly PlatformAdoption[]): string[] {
  return platforms.flatMap(({ platform, present, suggested }) =>
    suggested.flatMap(({ version, first_seen, requests_24h }) => {
      const share = `${formatShare(requests_24h, present.requests_24h)} of the requests of the last 24 hours`;
      return [
        "",
        printable(`New version of ${platform}, not declared as a release: ${version}, first seen on ${first_seen}, ${share}.`),
        printable(`  ${release} --platform ${platform} --version ${version} --date ${first_seen}`),
      ];
    }),
  );
}

function platformRows({ platform, total, versions, other }: PlatformAdoption): string[][] {
  const row = (name: string, counts: CountedRequests) => {
    const { requests, allowed, recommended, forced, maintenance } = counts;
    const numbers = [allowed, recommended, forced, maintenance].map(String);
    return [platform, name, String(requests), formatShare(requests, total.requests), ...numbers];
  };
  return [
    ...versions.slice(0, maxShown).map((each) => row(each.version, each)),
    ...(other.requests > 0 ? [row("other", other)] : []),
    ...(versions.length > 1 || other.requests > 0 ? [row("all", total)] : []),
  ];
}

function installationLines({ refused }: InstallationUsage, columns: number | null): string[] {
  if (refused.length === 0) return ["Every request in the last 24 hours had the key of a project."];
  return [
    "Answered 401 in the last 24 hours:",
    "",
    ...table(
      ["REASON", "REQUESTS"],
      refused.map(({ reason, requests }) => [reasonWords[reason], String(requests)]),
      columns,
    ),
  ];
}

function keyLines(project: string, { keys }: ProjectUsage, all: readonly ListedReadKey[], columns: number | null): string[] {
  const nameOf = (id: string) => all.find((key) => key.id === id)?.name ?? "";
  const used = keys.map(({ key, requests, ...use }) => [key, nameOf(key), String(requests), versionsText(use)]);
  return used.length === 0
    ? [`No requests with a key of ${project} in the last 24 hours.`]
    : table(["KEY", "NAME", "REQUESTS", "VERSIONS"], used, columns);
}

const reasonWords = { missing: "no key", malformed: "malformed key", unknown: "unknown key" } as const;

function versionsText({ versions, other_requests: others }: Pick<KeyUsage, "versions" | "other_requests">): string {
  const first = versions.slice(0, maxKeyVersions);
  const rest = versions.slice(maxKeyVersions).reduce((sum, { requests }) => sum + requests, others);
  const told = first.map(({ platform, version, requests }) => `${platform} ${version}: ${requests}`);
  return [...told, ...(rest > 0 ? [`${counted(rest, "other")}`] : [])].join(", ");
}
