/** Changes to a resource during its review: author, time, reason and differences. Typed input is not lost. */
import { type AdminError, isAdminError } from "drawbridge-client/admin";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Since } from "drawbridge-rules/wire/problem.ts";
import { commitHeading, commitLines } from "./commit-text.ts";
import type { Context } from "./context.ts";
import { differenceLines } from "./difference-text.ts";
import { printable } from "./output.ts";

const maxCommits = 20;

/**
 * @param subject the resource under review
 * @param seen revision under review; null: none yet
 * @param history returns the commits after a revision
 */
export async function staleSummaryLines(
  subject: string,
  seen: number | null,
  refusal: AdminError,
  history: (since: number, limit: number) => Promise<History>,
  { output }: Pick<Context, "output">,
): Promise<string[]> {
  const known = refusal.since;
  const since = seen ?? (known ? Math.min(known.revision, ...known.commits.map(({ revision }) => revision)) - 1 : null);
  const page = since === null ? null : await historyOf(history, since);
  const commits = page?.commits ?? [];
  if (commits.length === 0) return [...(known ? sinceLines(subject, known, output) : [quietLine(subject, refusal)])];
  return [
    output.paint("bold", `${printable(subject)} was changed meanwhile:`),
    ...commits.flatMap((commit) => commitLines(commit, page?.compacted ?? null, output).map((line) => (line ? `  ${line}` : ""))),
  ];
}

/** Failing to load the history must not replace the error of the refused change. */
async function historyOf(history: (since: number, limit: number) => Promise<History>, since: number): Promise<History | null> {
  try {
    return await history(since, maxCommits);
  } catch (error) {
    if (isAdminError(error)) return null;
    throw error;
  }
}

function sinceLines(subject: string, { commits, differences = [] }: Since, output: Context["output"]): string[] {
  const story = commits.map((commit) => `  ${commitHeading({ ...commit, overridden: [] })}`);
  return [
    `${printable(subject)} was changed meanwhile:`,
    ...story,
    ...differenceLines(differences, output.paint.bind(output)),
    "",
  ];
}

/** Nothing was committed, but time has passed and changed the plan. */
function quietLine(subject: string, { detail }: AdminError): string {
  return `${printable(subject)}: ${printable(detail)}`;
}
