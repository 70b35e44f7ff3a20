/** Takes back changes: those of one revision, or all after one. */
import { type AdminError, isAdminError } from "drawbridge-client/admin";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { operand, option } from "./arguments.ts";
import type { Context } from "./command.ts";
import { commitHeading } from "./history.ts";
import { reviewedCommand } from "./resource-commands.ts";
import { projectId, wholeNumber } from "./text-form.ts";

/** Commits of the requester that are searched. */
const maxCommits = 100;
/** Maximum revisions that the server is asked about. */
const maxTries = 20;

const anyRevision = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const undo = reviewedCommand({
  name: "undo",
  meaning: "undo the changes of one revision, or restore an earlier configuration",
  args: {
    project: operand("PROJECT", "id of a project, even a deleted one", projectId),
    revision: option(
      "--revision <revision>",
      "undo this revision, from history, and keep later ones; default: your last change",
      anyRevision,
    ),
    to: option("--to <revision>", "restore the whole configuration as it was right after this revision", anyRevision),
  },
  examples: [
    "undo acme-shop",
    'undo acme-shop --revision 16 --reason "25.0 was a typo for 2.5"',
    'undo acme-shop --to 12 --reason "2.5.0 was fine"',
  ],
  notes:
    "Creates a new revision, which can be undone too. Reports where later revisions changed the same resource. Keys, tokens, roles,\nprotection and maintenance that was started, extended, moved or canceled are not undone.",
  check({ revision, to }, args) {
    if (revision !== null && to !== null) args.problem("--revision and --to cannot be combined: keep one");
  },
  async plan({ project, revision: asked, to }, context) {
    const revision = to === null ? (asked ?? (await offerOwnChange(project, context))) : null;
    const body = to === null ? { revision: revision ?? 0 } : { to };
    return {
      subject: project,
      ...(revision === null ? {} : { about: { project, undoes: revision } }),
      question: (changes) =>
        to === null ? `Undo revision ${revision}, with ${changes}?` : `Restore revision ${to}, with ${changes}?`,
      // Conditional only on the review.
      present: async () => null,
      send: (_, { etag: _etag, ...options }) => context.client.undo({ project, body, ...options }),
    };
  },
});

/** Revision of the requester's last change that can be undone and still has an effect. @throws not_found */
async function offerOwnChange(project: string, context: Context): Promise<number> {
  for (const commit of await ownChanges(project, context)) {
    if (isMaintenance(commit)) {
      const heading = `Your last change of ${project} is maintenance, which undo does not cover: ${commitHeading(commit)}.`;
      const next = `To end it: ${context.line(`maintenance complete --project ${project}`)}. To undo an earlier change, pass --revision.`;
      throw new DrawbridgeError("conflict", `${heading} ${next}`);
    }
    if (!(await hasEffect(project, commit.revision, context))) continue;
    context.output.lines(["Your last change that can be undone:", `  ${commitHeading(commit)}`, ""]);
    return commit.revision;
  }
  throw new DrawbridgeError(
    "not_found",
    `None of your recent changes of ${project} can be undone. To choose a revision: ${context.line(`history ${project}`)}`,
  );
}

/** Commits of the configuration by this token or its person, newest first. */
async function ownChanges(project: string, { client }: Context): Promise<readonly Commit[]> {
  const { actor, person } = await client.getSession();
  const actors = [...new Set([actor, ...(person === null ? [] : [person.id])])];
  const pages = await Promise.all(actors.map((actor) => client.getHistory({ project, actor, limit: maxCommits })));
  return pages
    .flatMap(({ commits }) => commits)
    .filter((commit) => isMaintenance(commit) || commit.changes.some(({ kind }) => kinds[kind].rollsBack))
    .sort((a, b) => b.revision - a.revision)
    .slice(0, maxTries);
}

/** Maintenance that was started, extended, moved, completed or canceled. */
function isMaintenance({ changes }: Commit): boolean {
  const isByHand = (value: unknown) =>
    typeof value === "object" && value !== null && "origin" in value && value.origin === "hand";
  return changes.some(({ kind, after }) => kind === "override" || (kind === "window" && isByHand(after)));
}

/** False if nothing of the revision is left, or the server cannot undo it: events, and the creation of the project. */
async function hasEffect(project: string, revision: number, { client }: Context): Promise<boolean> {
  try {
    const plan = await client.undo({ project, body: { revision }, dry_run: true });
    return "changed" in plan && plan.changed;
  } catch (error) {
    if (isAdminError(error) && isOfRevision(error)) return false;
    throw error;
  }
}

/** Other problems are those of the configuration without the change: they are an error, not a reason to offer an older one. */
function isOfRevision({ code, errors }: AdminError): boolean {
  return code === "invalid" && errors.some(({ path }) => path === "revision");
}
