/** Commits for people: as a page of the history, as they are made, and those made during a review. */
import { type AdminError, isAdminError, type ServerEvent } from "drawbridge-client/admin";
import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { joinPath, prefixPath } from "drawbridge-rules/values/dotted-path.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { parseInstant, printInstant } from "drawbridge-rules/values/instant.ts";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { Commit, CommittedChange, History } from "drawbridge-rules/wire/history.ts";
import type { Difference, Since } from "drawbridge-rules/wire/problem.ts";
import { repeatCommand } from "./advice.ts";
import { option } from "./arguments.ts";

import { differenceLines } from "./change-text.ts";
import { type Context, command } from "./command.ts";
import { given, optionalProject, projectOrInstallation } from "./options.ts";
import { instantText, type Output, printable } from "./output.ts";
import { findActorId, type Names, personNames } from "./person.ts";
import { actorText, id, oneOf, type TextForm, wholeNumber } from "./text-form.ts";

const noNames: Names = new Map();

/** @param compacted differences of commits up to this revision are deleted @param names of people, printed beside their ids */
function commitLines(commit: Commit, compacted: number | null, output: Output, names: Names = noNames): string[] {
  const { revision, changes } = commit;
  return [
    output.paint("bold", commitHeading(commit)),
    ...(revision <= (compacted ?? 0) ? ["  its changes are no longer stored"] : []),
    ...differenceLines(
      changes.flatMap((change) => differencesOf(change, names)),
      output.paint.bind(output),
    ),
    "",
  ];
}

type CommitHeading = Pick<Commit, "revision" | "at" | "actor" | "actor_name" | "reason" | "overridden">;

/** `revision 12  2026-11-21 12:00:00 UTC  Ada (u_h8r2mt6wqx)  "2.4 loses orders"` */
export function commitHeading({ revision, at, actor, actor_name, reason, overridden }: CommitHeading): string {
  const who = actor_name === null ? printable(actor) : `${printable(actor_name)} (${printable(actor)})`;
  const why = reason === "" ? "" : `  "${printable(reason)}"`;
  const passed = overridden.length > 0 ? `  (overrode ${overridden.join(", ")})` : "";
  return `revision ${revision}  ${instantText(at)}  ${who}${why}${passed}`;
}

const places: Readonly<Record<CommittedChange["kind"], string>> = {
  project: "",
  platform: "platforms",
  instance: "instances",
  window: "windows",
  override: "overrides",
  protection: "protection",
  proposal: "proposals",
  read_key: "keys",
  token: "tokens",
  grant: "members",
};

const historyKinds = Object.keys(places) as readonly CommittedChange["kind"][];

/** Values as in the manifest; of a created or deleted resource, only the values it had. */
function differencesOf({ kind, id, before, after }: CommittedChange, names: Names): Difference[] {
  const name = kind === "grant" ? names.get(id) : undefined;
  // A project and its protection have no id of their own.
  const path = id === "" ? places[kind] : joinPath(places[kind], name === undefined ? id : `${id} (${name})`);
  // Shows only the change of state; `proposal show` prints the proposed changes.
  if (kind === "proposal") return [difference(path, before?.state, after?.state)];
  if (kind === "grant") return [difference(path, before?.role, after?.role)];
  const found = differences(before ?? {}, after ?? {}).filter(
    (difference) => (before && after) || ((difference.before ?? difference.after) !== null && difference.path !== "id"),
  );
  // A commit that only notes something, such as `drawbridge open`, changes nothing.
  if (found.length === 0 && before && after) return [];
  if (found.length === 0) return [difference(path, before ?? undefined, after ?? undefined)];
  return found.map((difference) => ({ ...difference, path: prefixPath(path, difference.path) }));
}

function difference(path: string, before: unknown, after: unknown): Difference {
  return { path, before, after };
}

const defaultLimit = 20;

/** A revision, or milliseconds: an instant, or how long ago. */
type HistoryStart = { readonly revision: number } | { readonly instant: number } | { readonly ago: number };

const sinceForm: TextForm<HistoryStart> = {
  expected: "a revision, an instant (2026-11-20T08:00:00+01:00) or how long ago (2h, 7d)",
  parse(text) {
    if (/^\d{1,15}$/.test(text)) return { revision: Number(text) };
    const instant = parseInstant(text);
    if (instant !== null) return { instant };
    const ago = parseDuration(text);
    return ago === null ? null : { ago };
  },
};

export const history = command({
  name: "history",
  meaning: "list changes with author, time and reason, newest first",
  args: {
    project: projectOrInstallation,
    kind: option("--kind <kind>", "filter by kind of resource: platform, window, grant, …", oneOf(historyKinds)),
    id: option("--id <id>", "filter by resource id; requires --kind", id),
    actor: option("--actor <who>", "filter by author: a login, or the id of a person or token", actorText),
    since: option("--since <when>", "start here: a revision, an instant, or a duration ago (2h, 7d)", sinceForm),
    limit: option("--limit <count>", `number of revisions: default ${defaultLimit}, at most 200`, wholeNumber(1, 200)),
    before: option("--before <revision>", "only revisions before this one", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  },
  examples: [
    "history --project acme-shop --limit 5",
    "history --project acme-shop --kind platform --id ios --since 7d",
    "history --installation --actor ada@acme.example",
  ],
  notes: "A deleted project has a history too. That of the installation has its access tokens and administrators.",
  check({ kind, id }, args) {
    if (id !== null && kind === null && !args.hasProblems) args.problem("--kind is required with --id");
  },
  async run({ project, actor, since, limit, ...filters }, context) {
    const { client, output } = context;
    const query = {
      limit: limit ?? defaultLimit,
      ...given(filters),
      ...(since === null ? {} : { since: sinceOf(since, context.io.now()) }),
      ...(actor === null ? {} : { actor: await findActorId(actor, project, context) }),
    };
    const page = await (project === null ? client.getInstallationHistory(query) : client.getHistory({ project, ...query }));
    const names = output.isJson ? new Map() : await grantNames(page.commits, project, context);
    output.answer(page, () => historyLines(page, filters.before !== null, names, context));
  },
});

function sinceOf(since: HistoryStart, now: number): string {
  if ("revision" in since) return String(since.revision);
  return printInstant("instant" in since ? since.instant : now - since.ago);
}

/** Fetches the names only if some commit changes a role. */
async function grantNames(commits: readonly Commit[], project: string | null, context: Context): Promise<Names> {
  const hasGrants = commits.some(({ changes }) => changes.some(({ kind }) => kind === "grant"));
  return hasGrants ? personNames(project, context) : new Map();
}

function historyLines(page: History, isLater: boolean, names: Names, { io, output, typed }: Context): string[] {
  const { commits, compacted, next } = page;
  return [
    ...commits.flatMap((commit) => commitLines(commit, compacted, output, names)),
    ...(commits.length === 0 ? [isLater ? "No older changes." : "No changes."] : []),
    ...(next === null ? [] : [`Older: ${repeatCommand(io.command, typed.argv, ["--before", String(next)], ["--before"])}`]),
  ];
}

/** More names than this would not fit on a line. */
const maxNamed = 5;

export const events = command({
  name: "events",
  meaning: "print changes as they are committed, until Ctrl-C",
  args: {
    project: optionalProject("only this project; default: all in which you have a role"),
    after: option("--after <id>", "resume after this event: `id` in --json", id),
  },
  examples: ["events --project acme-shop", "events --project acme-shop --json"],
  notes:
    "Reconnects after every interruption. With --json each event is a line with the type ready, commit, or resync if\nsome events are lost and can no longer be replayed.",
  async run({ project, after }, context) {
    const { io, client, output } = context;
    const stopped = new AbortController();
    void io.untilStopped().then(() => stopped.abort());
    const onBreak = (error: unknown, wait: number) => {
      const why = error instanceof Error ? error.message : "the server closed it";
      io.err(`drawbridge: connection lost: ${printable(why)}. Retrying in ${Math.ceil(wait / 1_000)} s.\n`);
    };
    const heard = client.events(project, { signal: stopped.signal, onBreak, ...given({ after }) });
    for await (const event of heard) {
      if (output.isJson) output.answer(event, () => []);
      else printEvent(event, project, context);
    }
  },
});

function printEvent(event: ServerEvent, project: string | null, { io, output }: Context): void {
  const whose = project ?? "all projects";
  if (event.type === "commit") output.lines([`${commitHeading({ ...event, overridden: [] })}  ${changesText(event)}`]);
  else if (event.type === "ready") io.err(`Following ${whose} from revision ${event.revision}. Press Ctrl-C to stop.\n`);
  else io.err(`Some events up to revision ${event.revision} were missed: see history.\n`);
}

/** `platform ios, window backup` */
function changesText({ changes, more }: CommitEvent): string {
  const shown = changes
    .slice(0, maxNamed)
    .map(({ project, kind, id }) => `${project ? `${project}: ` : ""}${kind}${id === "" ? "" : ` ${id}`}`);
  const left = changes.length - shown.length;
  return printable([...shown, ...(more ? ["and more"] : left > 0 ? [`and ${left} more`] : [])].join(", "));
}

const maxMeanwhile = 20;

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
    return await history(since, maxMeanwhile);
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
