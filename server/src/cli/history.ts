import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { parseInstant, printInstant } from "drawbridge-rules/values/instant.ts";
import type { Commit, History, HistoryQuery } from "drawbridge-rules/wire/history.ts";
import { command } from "./command.ts";
import { commitLines, historyKinds } from "./commit-text.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { personIdOf } from "./person-choice.ts";
import { type Names, personNames } from "./person-names.ts";
import { actorText, id, oneOf, projectId, type TextForm, wholeNumber } from "./text-form.ts";
import { lineAgain } from "./typed-line.ts";

const usualLimit = 20;

export const history = command({
  name: "history",
  meaning: "show who changed what, when and why, newest first",
  operands: [{ name: "PROJECT", meaning: "the project's id; also of one that was deleted. Or --installation", isOptional: true }],
  options: [
    { flags: "--installation", meaning: "of the server itself: its access tokens and its administrators" },
    { flags: "--kind <kind>", meaning: "only changes of such things: platform, window, grant, …" },
    { flags: "--id <id>", meaning: "only of that one; goes with --kind" },
    { flags: "--actor <who>", meaning: "only by them: a login, or an id of a person or a token" },
    { flags: "--since <when>", meaning: "only since then: a revision, an instant, or how long ago (2h, 7d)" },
    { flags: "--limit <count>", meaning: `how many revisions, ${usualLimit} unless told, at most 200` },
    { flags: "--before <revision>", meaning: "only older ones" },
  ],
  examples: [
    "history acme-shop --limit 5",
    "history acme-shop --kind platform --id ios --since 7d",
    "history --installation --actor ada@acme.example",
  ],
  read: readRequest,
  async run(request, context) {
    const { client, output } = context;
    const query = await queryOf(request, context);
    const { project } = request;
    const page = await (project === null
      ? client.getInstallationHistory({ ...query })
      : client.getHistory({ project, ...query }));
    const names = output.isJson ? new Map() : await grantNames(page.commits, project, context);
    output.answer(page, () => historyLines(page, request, names, context));
  },
});

interface HistoryRequest {
  /** Null: the installation. */
  readonly project: string | null;
  readonly actor: string | null;
  readonly since: Since | null;
  readonly query: HistoryQuery;
}

/** A revision, or milliseconds: an instant, or how long ago. */
type Since = { readonly revision: number } | { readonly instant: number } | { readonly ago: number };

function readRequest(given: Given): HistoryRequest {
  const project = given.optionalOperand("PROJECT", projectId);
  const isInstallation = given.flag("installation");
  const kind = given.option("kind", oneOf(historyKinds));
  const resource = given.option("id", id);
  const actor = given.option("actor", actorText);
  const since = given.option("since", sinceForm);
  const limit = given.option("limit", wholeNumber(1, 200)) ?? usualLimit;
  const before = given.option("before", wholeNumber(1, Number.MAX_SAFE_INTEGER));
  if (project !== null && isInstallation) given.problem("PROJECT and --installation exclude each other: keep one");
  if (project === null && !isInstallation && !given.hasProblems)
    given.problem(`PROJECT is missing: expected ${projectId.expected}, or --installation`);
  if (resource !== null && kind === null && !given.hasProblems) given.problem("--kind is missing: --id is of a kind");
  const query = {
    limit,
    ...(kind === null ? {} : { kind }),
    ...(resource === null ? {} : { id: resource }),
    ...(before === null ? {} : { before }),
  };
  return { project, actor, since, query };
}

const sinceForm: TextForm<Since> = {
  expected: "a revision, an instant (2026-11-20T08:00:00+01:00) or how long ago (2h, 7d)",
  parse(text) {
    if (/^\d{1,15}$/.test(text)) return { revision: Number(text) };
    const instant = parseInstant(text);
    if (instant !== null) return { instant };
    const ago = parseDuration(text);
    return ago === null ? null : { ago };
  },
};

async function queryOf({ project, actor, since, query }: HistoryRequest, context: Context): Promise<HistoryQuery> {
  return {
    ...query,
    ...(since === null ? {} : { since: sinceOf(since, context.io.now()) }),
    ...(actor === null ? {} : { actor: await personIdOf(actor, project, context) }),
  };
}

function sinceOf(since: Since, now: number): string {
  if ("revision" in since) return String(since.revision);
  return printInstant("instant" in since ? since.instant : now - since.ago);
}

/** Asked for only where somebody was given or lost a role. */
async function grantNames(commits: readonly Commit[], project: string | null, context: Context): Promise<Names> {
  const hasGrants = commits.some(({ changes }) => changes.some(({ kind }) => kind === "grant"));
  return hasGrants ? personNames(project, context) : new Map();
}

function historyLines(page: History, { query }: HistoryRequest, names: Names, { io, output, typed }: Context): string[] {
  const { commits, compacted, next } = page;
  return [
    ...commits.flatMap((commit) => commitLines(commit, compacted, output, names)),
    ...(commits.length === 0 ? [`There is nothing${query.before === undefined ? "" : " older"}.`] : []),
    ...(next === null ? [] : [`Older ones: ${lineAgain(io.command, typed.argv, ["--before", String(next)], ["--before"])}`]),
  ];
}
