import { type ApplyOptions, isInvalid } from "drawbridge-client/admin";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { shellQuote } from "./advice.ts";
import { flag, group, option, type ParsedArguments, required } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { commitLine, readerOf } from "./commit-text.ts";
import { createdLines } from "./credential-commands.ts";
import {
  applyOptions,
  fullOption,
  ifThere,
  projectOption,
  proposeOption,
  type ReviewedChangeOptions,
  readPropose,
  shownProjectOption,
  whenApprovedOption,
} from "./options.ts";
import { reviewedCommand } from "./resource-commands.ts";
import { runReviewedChange, type SendOptions } from "./review.ts";
import { filePath, oneLine, wholeNumber } from "./text-form.ts";
import { type ManifestSource, prefixWithFile, readManifest } from "./validate.ts";

const manifestOptions = {
  file: required("-f, --file <file>", "manifest in YAML or JSON; - reads standard input", filePath),
  manifest: group(
    {
      overwrite: flag("--overwrite", "overwrite changes made elsewhere since the last apply"),
      end_active: flag("--end-active", "end active windows that the manifest no longer has"),
    },
    (options): Pick<ApplyOptions, "overwrite" | "end_active"> => options,
  ),
};

export const apply = command({
  name: "apply",
  meaning: "apply a manifest to a project",
  args: {
    ...manifestOptions,
    keyName: option(
      "--create-key <name>",
      "then create a read key with this name, unless the project has one, and print it",
      oneLine,
    ),
    change: applyOptions,
  },
  examples: ["apply -f drawbridge.yaml", 'apply -f acme-shop.yaml --yes --reason "release 2.6"'],
  notes:
    "Shows the changes and asks for confirmation. Anything missing from the manifest is deleted, except windows that did\nnot come from a manifest. A missing project is created.",
  // Only people see a key, once its project exists.
  check({ keyName, change }, args) {
    if (keyName === null) return;
    if (args.flag("json")) args.problem("--create-key and --json cannot be combined: run key create --json");
    if (change.propose !== undefined) args.problem("--create-key and --propose cannot be combined: keep one");
  },
  async run({ file, manifest, keyName, change }, context) {
    const source = await readManifest("apply", file, context);
    const code = await applyManifest(file, source, { ...manifest, ...change }, context);
    if (code === 0 && keyName !== null) await createFirstKey(source.project, keyName, context);
    return code;
  },
});

export const plan = command({
  name: "plan",
  meaning: "preview what apply would change",
  args: {
    ...manifestOptions,
    exit_code: flag("--exit-code", "exit with 6 if apply would change something, 0 if not"),
    full: fullOption,
    propose: { options: [proposeOption, whenApprovedOption], read: (args: ParsedArguments) => readPropose(args, []) },
  },
  examples: ["plan -f acme-shop.yaml", "plan -f acme-shop.yaml --exit-code"],
  notes: "The exit code is 3 if apply would be refused, and 2 if the file is invalid: see help exit-codes.",
  async run({ file, manifest, full, propose, exit_code }, context) {
    const source = await readManifest("plan", file, context);
    const options = { yes: false, dry_run: true, full, override: [], exit_code, ...manifest, ...propose };
    return applyManifest(file, source, options, context);
  },
});

async function applyManifest(
  typed: string,
  source: ManifestSource,
  options: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { project, text: body } = source;
  const { client, line } = context;
  const change = {
    subject: project,
    present: () => ifThere(client.getManifest({ project })),
    send: (_: unknown, sent: SendOptions<string | null>) => client.applyManifest({ project, body, ...sent }),
    next: `To apply it: ${line(`apply -f ${shellQuote(typed)}${options.overwrite ? " --overwrite" : ""}${options.end_active ? " --end-active" : ""}`)}`,
  };
  try {
    return await runReviewedChange(change, options, context);
  } catch (error) {
    throw prefixWithFile(source, error);
  }
}

export const exportProject = command({
  name: "export",
  meaning: "print a project's manifest",
  args: { project: shownProjectOption },
  examples: ["export --project acme-shop > acme-shop.yaml"],
  notes: "Leaves out keys, and windows that did not come from a manifest.",
  async run({ project }, { client, output }) {
    if (output.isJson) output.answer((await client.getManifest({ project })).value, () => []);
    else output.document((await client.getManifestText({ project })).value);
  },
});

/** Creates none if an active key has this name: scripts may repeat the command. */
async function createFirstKey(project: string, name: string, { client, output }: Context): Promise<void> {
  const keys = await client.listAll("listReadKeys", { project });
  const known = keys.find((key) => key.name === name && key.state === "active");
  if (known) {
    output.lines([`${project} already has a read key named ${JSON.stringify(name)} (${known.id}).`]);
    return;
  }
  const { id, key } = await client.createReadKey({ project, body: { name } });
  const [{ listeners }, { platforms }] = await Promise.all([client.getStatus(), client.listPlatforms({ project, limit: 1 })]);
  const url = listeners.find(({ serves }) => serves.includes("config"))?.url;
  const query = `platform=${platforms[0]?.id ?? "ios"}&current_version=1.0.0`;
  output.lines([
    "",
    ...createdLines(`Created the read key ${id} of ${project}.`, key, "Apps send it in the header x-api-key:"),
    ...(url === undefined ? [] : [`  curl -H 'x-api-key: ${key}' '${url}/api/v1/gate?${query}'`]),
  ]);
}

const maxCommits = 100;
const maxTries = 20;

const anyRevision = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const undo = reviewedCommand({
  name: "undo",
  meaning: "undo the changes of one revision, or restore an earlier configuration",
  args: {
    project: { ...projectOption, meaning: "project id, even of a deleted one (or DRAWBRIDGE_PROJECT)" },
    revision: option(
      "--revision <revision>",
      "undo this revision, from history, and keep later ones; default: your last change",
      anyRevision,
    ),
    to: option("--to <revision>", "restore the whole configuration as it was right after this revision", anyRevision),
  },
  examples: [
    "undo --project acme-shop",
    'undo --project acme-shop --revision 16 --reason "25.0 was a typo for 2.5"',
    'undo --project acme-shop --to 12 --reason "2.5.0 was fine"',
  ],
  notes:
    "Creates a new revision, which can be undone too. Reports where later revisions changed the same resource. Keys, tokens, roles,\napproval rules and maintenance that was started, extended, moved or canceled are not undone.",
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

/** The last change that can be undone and still has an effect. @throws not_found */
async function offerOwnChange(project: string, context: Context): Promise<number> {
  for (const { commit, names } of await ownChanges(project, context)) {
    const reader = readerOf(context, names);
    if (isMaintenance(commit)) {
      const heading = `Your last change of ${project} is maintenance, which undo does not cover: ${commitLine(commit, reader)}.`;
      const next = `To end it: ${context.line(`maintenance complete --project ${project}`)}. To undo an earlier change, pass --revision.`;
      throw new DrawbridgeError("conflict", `${heading} ${next}`);
    }
    if (!(await hasEffect(project, commit.revision, context))) continue;
    context.output.lines(["Your last change that can be undone:", `  ${commitLine(commit, reader)}`, ""]);
    return commit.revision;
  }
  throw new DrawbridgeError(
    "not_found",
    `None of your recent changes of ${project} can be undone. To choose a revision: ${context.line(`history --project ${project}`)}`,
  );
}

async function ownChanges(project: string, { client }: Context) {
  const { actor, person } = await client.getSession();
  const actors = [...new Set([actor, ...(person === null ? [] : [person.id])])];
  const pages = await Promise.all(actors.map((actor) => client.getHistory({ project, actor, limit: maxCommits })));
  return pages
    .flatMap(({ commits, names }) => commits.map((commit) => ({ commit, names })))
    .filter(({ commit }) => isMaintenance(commit) || commit.changes.some(({ kind }) => kinds[kind].rollsBack))
    .sort((a, b) => b.commit.revision - a.commit.revision)
    .slice(0, maxTries);
}

/** Maintenance that was started, extended, moved, completed or canceled. */
function isMaintenance({ changes }: Commit): boolean {
  const isByHand = (value: unknown) =>
    typeof value === "object" && value !== null && "origin" in value && value.origin === "hand";
  return changes.some(({ kind, after }) => kind === "override" || (kind === "window" && isByHand(after)));
}

async function hasEffect(project: string, revision: number, { client }: Context): Promise<boolean> {
  try {
    const plan = await client.undo({ project, body: { revision }, dry_run: true });
    return "changed" in plan && plan.changed;
  } catch (error) {
    // Other problems are those of the result: an error, not a reason to offer an older change.
    if (isInvalid(error) && error.errors.some(({ path }) => path === "revision")) return false;
    throw error;
  }
}
