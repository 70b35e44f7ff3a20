/** What became of something while somebody looked at it: who, when, why and what. Nothing that was typed is lost by it. */
import { type AdminError, isAdminError } from "drawbridge-client/admin";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Since } from "drawbridge-rules/wire/problem.ts";
import { commitLines, headingOf } from "./commit-text.ts";
import type { Context } from "./context.ts";
import { differenceLines } from "./difference-text.ts";
import { printable } from "./output.ts";

const mostCommits = 20;

/**
 * @param subject what was looked at
 * @param seen revision that it was looked at; null: nobody has seen anything yet
 * @param history of commits after a revision
 */
export async function meanwhileLines(
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

/** The change itself was refused: that its story cannot be told is no reason to say something else. */
async function historyOf(history: (since: number, limit: number) => Promise<History>, since: number): Promise<History | null> {
  try {
    return await history(since, mostCommits);
  } catch (error) {
    if (isAdminError(error)) return null;
    throw error;
  }
}

function sinceLines(subject: string, { commits, differences = [] }: Since, output: Context["output"]): string[] {
  const story = commits.map((commit) => `  ${headingOf({ ...commit, overridden: [] })}`);
  return [
    `${printable(subject)} was changed meanwhile:`,
    ...story,
    ...differenceLines(differences, output.paint.bind(output)),
    "",
  ];
}

/** Nothing was committed: the clock has gone on, and with it what would be done. */
function quietLine(subject: string, { detail }: AdminError): string {
  return `${printable(subject)}: ${printable(detail)}`;
}
