import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import {
  type Adoption,
  type AdoptionQuery,
  type CountedRequests,
  maxDays,
  maxHours,
  type PlatformAdoption,
} from "drawbridge-rules/wire/adoption.ts";
import { command } from "./command.ts";
import { counted, printable, table } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { refusedLines } from "./refused-text.ts";
import { platformName, projectId, wholeNumber } from "./text-form.ts";
import { minuteText } from "./time-text.ts";

/** Versions of a platform in the table; --json has up to 1 000. */
const maxShown = 20;

export const adoption = command({
  name: "adoption",
  meaning: "show requests by platform and version of the app",
  operands: [{ name: "PROJECT", meaning: "project id" }],
  options: [
    { flags: "--platform <name>", meaning: "only this platform" },
    { flags: "--hours <number>", meaning: `hours to count, the current one included; at most ${maxHours}; default: 24` },
    { flags: "--days <number>", meaning: `days to count, today included, in UTC; at most ${maxDays}` },
  ],
  examples: ["adoption acme-shop", "adoption acme-shop --platform ios --days 30"],
  notes: "Counts requests, not users. Read keys are public, so requests can be forged.",
  read: (args) => ({ project: args.operand("PROJECT", projectId), query: readSpan(args) }),
  async run({ project, query }, { client, output, line }) {
    const found = await client.getAdoption({ project, ...query });
    const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
    output.answer(found, () => [
      ...adoptionLines(project, found, output.columns),
      ...refused,
      ...suggestionLines(line(`policy release --project ${project}`), found.platforms),
    ]);
  },
});

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
