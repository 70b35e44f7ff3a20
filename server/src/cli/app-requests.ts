import { isAdminError } from "drawbridge-client/admin";
import { describeForcingRule } from "drawbridge-rules/describe/mark.ts";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import {
  type Adoption,
  type CountedRequests,
  type KeyRefusals,
  maxDays,
  maxHours,
  type PlatformAdoption,
} from "drawbridge-rules/wire/adoption.ts";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import type { InstallationUsage, KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { flag, option } from "./arguments.ts";
import { type Check, fail, warn } from "./check.ts";
import { type Context, command } from "./command.ts";
import { exitCode } from "./exit-codes.ts";
import { given, projectOrInstallation, shownProjectOption } from "./options.ts";
import { type Cell, counted, minuteText, printable, table, wrapped } from "./output.ts";
import { instanceId, instant, language, os as osForm, platformName, version, wholeNumber } from "./text-form.ts";

/** Per platform; --json has up to 1 000. */
const maxShown = 20;
const maxKeyVersions = 5;

export const adoption = command({
  name: "adoption",
  meaning: "show requests by platform and version of the app, or by read key",
  args: {
    project: projectOrInstallation,
    isByKey: flag("--keys", "by read key, in this hour and the 23 before it"),
    platform: option("--platform <name>", "only this platform", platformName),
    hours: option(
      "--hours <number>",
      `hours to count, the current one included; at most ${maxHours}; default: 24`,
      wholeNumber(1, maxHours),
    ),
    days: option("--days <number>", `days to count, today included, in UTC; at most ${maxDays}`, wholeNumber(1, maxDays)),
  },
  examples: [
    "adoption --project acme-shop",
    "adoption --project acme-shop --platform ios --days 30",
    "adoption --project acme-shop --keys",
    "adoption --installation",
  ],
  notes:
    "Counts requests, not users. Those of the installation belong to no project. Read keys are public, so requests can be forged.",
  check({ project, isByKey, platform, hours, days }, args) {
    if (hours !== null && days !== null) args.problem("--hours and --days cannot be combined: keep one");
    const hasSpan = platform !== null || hours !== null || days !== null;
    if (isByKey && hasSpan) args.problem("--keys counts 24 hours of all platforms: leave out --platform, --hours and --days");
    if (project === null && args.flag("installation") && (isByKey || hasSpan))
      args.problem("--installation takes no other options");
  },
  async run({ project, isByKey, ...query }, context) {
    const { client, output, line } = context;
    if (project === null) {
      const found = await client.getInstallationUsage();
      return output.answer(found, () => installationLines(found, output.columns));
    }
    if (isByKey) return answerByKey(project, context);
    const found = await client.getAdoption({ project, ...given(query) });
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

function adoptionLines(project: string, { from, platforms }: Adoption, columns: number | null): string[] {
  const used = platforms.filter(({ total }) => total.requests > 0);
  if (used.length === 0) return [`No requests of ${project} since ${minuteText(from)}.`];
  const heading = ["PLATFORM", "VERSION", "REQUESTS", "SHARE", "ALLOWED", "RECOMMENDED", "FORCED", "MAINTENANCE"];
  const hidden = used.reduce((sum, { versions }) => sum + Math.max(0, versions.length - maxShown), 0);
  return [
    `Requests since ${minuteText(from)}:`,
    "",
    ...table([heading, ...used.flatMap(platformRows)], columns),
    ...(hidden > 0 ? ["", `${counted(hidden, "more version")}; --json lists them.`] : []),
    ...forcedLines(platforms),
  ];
}

/** The current policy may be newer than the counted answers. */
function forcedLines(platforms: readonly PlatformAdoption[]): string[] {
  const lines = platforms.flatMap(({ platform, present }) => {
    const { requests_24h, forced_24h, changed } = present;
    if (forced_24h === 0) return [];
    const share = `${formatShare(forced_24h, requests_24h)} of the requests of the last 24 hours`;
    const by =
      changed && `, since revision ${changed.revision} by ${changed.actor_name ?? changed.actor} at ${minuteText(changed.at)}`;
    return [printable(`The current policy of ${platform} forces ${share} to update${by ?? ""}.`)];
  });
  return lines.length > 0 ? ["", ...lines] : [];
}

/** @param release command up to its platform */
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

function platformRows({ platform, total, versions, other }: PlatformAdoption): Cell[][] {
  const row = (name: string, counts: CountedRequests) => {
    const { requests, allowed, recommended, forced, maintenance } = counts;
    const numbers = [allowed, recommended, forced, maintenance];
    return [platform, name, requests, formatShare(requests, total.requests), ...numbers];
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
    ...table([["REASON", "REQUESTS"], ...refused.map(({ reason, requests }) => [reasonWords[reason], requests])], columns),
  ];
}

function keyLines(project: string, { keys }: ProjectUsage, all: readonly ListedReadKey[], columns: number | null): string[] {
  const nameOf = (id: string) => all.find((key) => key.id === id)?.name ?? "";
  const used = keys.map(({ key, requests, ...use }) => [key, nameOf(key), requests, versionsText(use)]);
  return used.length === 0
    ? [`No requests with a key of ${project} in the last 24 hours.`]
    : table([["KEY", "NAME", "REQUESTS", "VERSIONS"], ...used], columns);
}

const reasonWords = { missing: "no key", malformed: "malformed key", unknown: "unknown key" } as const;

function versionsText({ versions, other_requests: others }: Pick<KeyUsage, "versions" | "other_requests">): string {
  const first = versions.slice(0, maxKeyVersions);
  const rest = versions.slice(maxKeyVersions).reduce((sum, { requests }) => sum + requests, others);
  const told = first.map(({ platform, version, requests }) => `${platform} ${version}: ${requests}`);
  return [...told, ...(rest > 0 ? [`${counted(rest, "other")}`] : [])].join(", ");
}

type Client = Context["client"];

async function refusedLines(
  project: string,
  refused: readonly KeyRefusals[],
  { client, output }: Pick<Context, "client" | "output">,
): Promise<string[]> {
  if (refused.length === 0) return [];
  const sentences = await refusedSentences(client, project, refused);
  return ["", "Refused requests (last 24 hours):", ...sentences.flatMap((each) => wrapped(`  ${each}`, 4, output.columns))];
}

/** No other check notices apps that get 400: they keep running. Only administrators may ask. */
export async function checkRefused({ client, line }: Pick<Context, "client" | "line">): Promise<Check[]> {
  try {
    const { refused_projects: projects } = await client.getInstallationUsage();
    const checks: Check[] = [];
    for (const project of projects) checks.push(...(await checkProject(project, client, line(`adoption --project ${project}`))));
    return checks;
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return error.code === "forbidden" ? [] : [fail("refused", `${error.status}: ${error.detail}`)];
  }
}

async function checkProject(project: string, client: Client, list: string): Promise<Check[]> {
  const found = await client.getUsage({ project }).catch((error: unknown) => {
    // It was deleted, and its counts soon are.
    if (isAdminError(error) && error.status === 404) return null;
    throw error;
  });
  const queries = found?.refused.filter(({ example }) => example !== null) ?? [];
  const [sentence] = await refusedSentences(client, project, queries.slice(0, 1));
  if (sentence === undefined) return [];
  const more = queries.length > 1 ? ` ${counted(queries.length - 1, "more reason")}: ${list}` : "";
  return [warn("refused", `${project}, last 24 hours: ${sentence}${more}`)];
}

async function refusedSentences(client: Client, project: string, refused: readonly KeyRefusals[]): Promise<string[]> {
  const keys = refused.length === 0 ? [] : await client.listAll("listReadKeys", { project });
  return refused.map((each) => printable(refusedSentence(each, keys)));
}

function refusedSentence({ key, reason, requests, example }: KeyRefusals, keys: readonly ListedReadKey[]): string {
  const name = keys.find(({ id }) => id === key)?.name || key;
  return refusalWords[reason](`${counted(requests, "request")} of the key ${name}`, example ?? "");
}

const ungated = "They get 400, so no update and no maintenance reaches these apps";

const refusalWords: Readonly<Record<KeyRefusals["reason"], (requests: string, example: string) => string>> = {
  expired: (requests) => `${requests} got 401: the key has expired.`,
  revoked: (requests) => `${requests} got 401: the key was revoked.`,
  not_allowed: (requests) => `${requests} got 403: outside the key's scope.`,
  missing_parameter: (requests, names) => `${requests} sent no ${names}. ${ungated}: send it.`,
  repeated_parameter: (requests, names) => `${requests} sent ${names} more than once. ${ungated}: send it once.`,
  unknown_platform: (requests, platform) =>
    `${requests} named a platform that the project does not have, such as \`${platform}\`. ${ungated}: send one that it has, or add it.`,
  invalid_version: (requests, version) =>
    `${requests} sent no version that can be read, such as \`${version}\`. ${ungated}: send one such as 2.5.0, 2.5.0-beta.1 or 2.5.0+45.`,
};

export const simulate = command({
  name: "simulate",
  meaning: "preview the answer that an app would get",
  args: {
    project: shownProjectOption,
    platform: option("--platform <name>", "query /config; requires --version", platformName),
    version: option("--version <version>", "the app's version", version),
    instance: option("--instance <id>", "query /maintenance; with --gate, the instance that the app asks about", instanceId),
    isGate: flag("--gate", "query /gate; requires --platform and --version"),
    at: option("--at <instant>", "time to evaluate: an instant, or a duration from now", instant),
    lang: option("--lang <tag>", "language that the app requests", language),
    os: option("--os <version>", "version of the operating system, with --gate", osForm),
  },
  examples: [
    "simulate --project acme-shop --platform ios --version 2.3.0 --lang de",
    "simulate --project acme-shop --gate --platform ios --version 2.3.0 --instance eu-1 --os 17.0",
    "simulate --project acme-shop --instance eu-1 --at 2026-12-06T02:30:00+01:00",
  ],
  notes: "The exit code is 1 if the app would get an error.",
  check({ platform, version: asked, instance, isGate, os }, args) {
    if (args.hasProblems) return;
    if (os !== null && !isGate) args.problem("--os requires --gate: other answers don't depend on it");
    const hasApp = platform !== null && asked !== null;
    if (isGate) {
      if (!hasApp) args.problem("--gate requires --platform and --version");
    } else if (platform === null && asked === null) {
      if (instance === null) args.problem("expected --platform and --version, or --instance");
    } else if (instance !== null) args.problem("expected either --platform and --version, or --instance");
    else if (asked === null) args.problem(`--version is missing: expected ${version.expected}`);
    else if (platform === null) args.problem("--platform is missing: expected the app's platform");
  },
  async run({ project, platform, version, instance, isGate, ...rest }, { client, output, io }) {
    const app = { platform: platform ?? "", version: version ?? "" };
    const gate = { ...app, endpoint: "gate" as const, ...given({ instance }) };
    const query = isGate ? gate : platform === null ? { instance: instance ?? "" } : app;
    const answer = await client.simulate({ project, ...query, ...given(rest) });
    output.answer(answer, () => simulationLines(answer, { zone: io.zone, now: io.now() }));
    return answer.status < 400 ? exitCode.ok : exitCode.error;
  },
});

function simulationLines(
  { status, headers, body, reason, forced_by }: Simulation,
  reader: Parameters<typeof describeForcingRule>[1],
): string[] {
  return [
    `${status} ${printable(reason)}`,
    ...(forced_by ? [`  forced: ${printable(describeForcingRule(forced_by, reader))}`] : []),
    ...Object.entries(headers).map(([name, value]) => `  ${printable(name)}: ${printable(value)}`),
    "",
    ...JSON.stringify(body, null, 2).split("\n").map(printable),
  ];
}
