import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { parseInstant, printInstant } from "drawbridge-rules/values/instant.ts";
import type { Commit, History, HistoryQuery } from "drawbridge-rules/wire/history.ts";
import { command } from "./command.ts";
import { commitLines, historyKinds } from "./commit-text.ts";
import type { Context } from "./context.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { findActorId } from "./person-choice.ts";
import { type Names, personNames } from "./person-names.ts";
import { repeatCommand } from "./repeated-command.ts";
import { actorText, id, oneOf, projectId, type TextForm, wholeNumber } from "./text-form.ts";

const defaultLimit = 20;

export const history = command({
  name: "history",
  meaning: "list changes with author, time and reason, newest first",
  operands: [{ name: "PROJECT", meaning: "id of a project, even a deleted one; or pass --installation", isOptional: true }],
  options: [
    { flags: "--installation", meaning: "show changes of the server: access tokens and administrators" },
    { flags: "--kind <kind>", meaning: "filter by kind of resource: platform, window, grant, …", choices: historyKinds },
    { flags: "--id <id>", meaning: "filter by resource id; requires --kind" },
    { flags: "--actor <who>", meaning: "filter by author: a login, or the id of a person or token" },
    { flags: "--since <when>", meaning: "start here: a revision, an instant, or a duration ago (2h, 7d)" },
    { flags: "--limit <count>", meaning: `number of revisions: default ${defaultLimit}, at most 200` },
    { flags: "--before <revision>", meaning: "only revisions before this one" },
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

function readRequest(args: ParsedArguments): HistoryRequest {
  const project = args.optionalOperand("PROJECT", projectId);
  const isInstallation = args.flag("installation");
  const kind = args.option("kind", oneOf(historyKinds));
  const resource = args.option("id", id);
  const actor = args.option("actor", actorText);
  const since = args.option("since", sinceForm);
  const limit = args.option("limit", wholeNumber(1, 200)) ?? defaultLimit;
  const before = args.option("before", wholeNumber(1, Number.MAX_SAFE_INTEGER));
  if (project !== null && isInstallation) args.problem("PROJECT and --installation cannot be combined: keep one");
  if (project === null && !isInstallation && !args.hasProblems)
    args.problem(`PROJECT is missing: expected ${projectId.expected}, or --installation`);
  if (resource !== null && kind === null && !args.hasProblems) args.problem("--kind is required with --id");
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
    ...(actor === null ? {} : { actor: await findActorId(actor, project, context) }),
  };
}

function sinceOf(since: Since, now: number): string {
  if ("revision" in since) return String(since.revision);
  return printInstant("instant" in since ? since.instant : now - since.ago);
}

/** Fetches the names only if some commit changes a role. */
async function grantNames(commits: readonly Commit[], project: string | null, context: Context): Promise<Names> {
  const hasGrants = commits.some(({ changes }) => changes.some(({ kind }) => kind === "grant"));
  return hasGrants ? personNames(project, context) : new Map();
}

function historyLines(page: History, { query }: HistoryRequest, names: Names, { io, output, typed }: Context): string[] {
  const { commits, compacted, next } = page;
  return [
    ...commits.flatMap((commit) => commitLines(commit, compacted, output, names)),
    ...(commits.length === 0 ? [query.before === undefined ? "No changes." : "No older changes."] : []),
    ...(next === null ? [] : [`Older: ${repeatCommand(io.command, typed.argv, ["--before", String(next)], ["--before"])}`]),
  ];
}
