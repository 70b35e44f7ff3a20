/** Accounts and their one-time links to set a password. Administrators never set another person's password. */

import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { type Role, roles } from "drawbridge-rules/people/role.ts";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import { type OptionWords, type ParsedArguments, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { localOption, readReason, reasonOption } from "./options.ts";
import { instantText, printable } from "./output.ts";
import { findPerson, personOperand, personText } from "./person.ts";
import { filePath, login, oneLine, person, projectId, role, type TextForm } from "./text-form.ts";

const linkFileOption: OptionWords = {
  flags: "--link-file <file>",
  meaning: "write the link to a new file that only you can read, instead of printing it",
};

const newFile: TextForm<string> = { ...filePath, expected: "a file that does not exist yet" };

function readLinkFile(args: ParsedArguments): string | null {
  return args.option("link-file", newFile);
}

interface SavedLink<T> {
  readonly made: T;
  /** As an answer in JSON has it. */
  readonly answer: object;
  /** For people. */
  readonly lines: readonly string[];
}

/**
 * Creates the file first: a link that could not be shown would still replace the earlier ones.
 * @param file null: the link is printed
 * @throws UsageError, and errors of `make`
 */
async function saveLink<T>(
  file: string | null,
  { typed }: Pick<Context, "typed">,
  make: () => Promise<{ readonly made: T; readonly link: AccountLink; readonly whose: string }>,
): Promise<SavedLink<T>> {
  const descriptor = file === null ? null : openNew(file, typed.command.name);
  try {
    const { made, link, whose } = await make();
    const { url, expires_at } = link;
    const until = `It can be used once, until ${instantText(expires_at)}.`;
    if (descriptor === null || file === null) {
      const lines = [`The link for ${whose} is shown only once:`, "", `  ${printable(url)}`, "", until];
      return { made, answer: { url, expires_at }, lines };
    }
    writeSync(descriptor, `${url}\n`);
    const lines = [`The link for ${whose} is in ${printable(file)}, which only you can read.`, until];
    return { made, answer: { file, expires_at }, lines };
  } catch (error) {
    if (file !== null) rmSync(file, { force: true });
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Creates the file: an existing one would keep its permissions and owner. @throws UsageError */
function openNew(file: string, command: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "already exists: choose another name" : `cannot be created (${code})`;
    throw new UsageError([`--link-file: ${JSON.stringify(file)} ${why}`], command);
  }
}

const administratorOption: OptionWords = {
  flags: "--administrator",
  meaning: "administrator, with full access to the server and every project",
};

export const userAdd = command({
  name: "user add",
  meaning: "add a person and create a link to set a password",
  operands: [{ name: "LOGIN", meaning: "login: an e-mail address or a name" }],
  options: [
    { flags: "--name <text>", meaning: "display name; default: the login" },
    administratorOption,
    { flags: "--project <id>", meaning: "grant a role in this project; requires --role" },
    { flags: "--role <role>", meaning: "viewer, operator, editor or owner", choices: roles },
    linkFileOption,
    localOption,
    reasonOption,
  ],
  examples: [
    'user add ada@acme.example --name "Ada" --project acme-shop --role editor',
    "user add root --administrator --local --link-file root-link",
  ],
  notes:
    "--local needs no token, and makes the person an administrator when the link is used: the way back in when\nno administrator can sign in.",
  read(args) {
    const request = readNewcomer(args);
    const { project, role, isLocal } = request;
    if ((project === null) !== (role === null) && !args.hasProblems) args.problem("--project and --role go together");
    if (isLocal && project !== null) args.problem("--local grants no project roles: remove --project and --role");
    return request;
  },
  async run(request, context) {
    mustBePrivate(request, context);
    const kept = await saveLink(request.file, context, () =>
      request.isLocal ? addHere(request, context) : add(request, context),
    );
    tell(kept, request, context);
  },
});

interface Newcomer {
  readonly login: string;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly project: string | null;
  readonly role: Role | null;
  readonly file: string | null;
  readonly isLocal: boolean;
  readonly options: { readonly reason?: string };
}

function readNewcomer(args: ParsedArguments): Newcomer {
  const text = args.operand("LOGIN", login);
  return {
    login: text,
    name: args.option("name", oneLine) ?? text,
    isAdministrator: args.flag("administrator"),
    project: args.option("project", projectId),
    role: args.option("role", role),
    file: readLinkFile(args),
    isLocal: args.flag("local"),
    options: readReason(args),
  };
}

interface Added {
  readonly person: object;
  readonly obstacle: string | null;
}

async function add({ login, name, isAdministrator, project, role, options }: Newcomer, { client }: Context) {
  const { link, ...person } = await client.createPerson({ body: { login, name } });
  if (isAdministrator) await client.putAdministrator({ person: person.id, etag: null, ...options });
  if (project !== null && role !== null)
    await client.putMember({ project, person: person.id, body: { role }, etag: null, ...options });
  const made: Added = { person: { ...person, administrator: isAdministrator }, obstacle: null };
  return { made, link, whose: personText(person) };
}

async function addHere({ login, name, isAdministrator }: Newcomer, { settings }: Context) {
  // Every other command starts without loading a store.
  const { addLocally } = await import("./local-store.ts");
  const { person, link, obstacle } = await addLocally(settings, { login, name }, isAdministrator);
  const made: Added = { person, obstacle };
  return { made, link, whose: personText(person) };
}

export const userLink = command({
  name: "user link",
  meaning: "create a new link to set a password; earlier links stop working",
  operands: [personOperand],
  options: [
    { ...administratorOption, meaning: "with --local: makes the person an administrator when the link is used" },
    linkFileOption,
    localOption,
  ],
  examples: ["user link ada@acme.example", "user link ada@acme.example --local --administrator --link-file ada-link"],
  notes: "The link is valid for an hour, or 7 days before the first sign-in. Using it ends the person's sessions.",
  read(args) {
    const isLocal = args.flag("local");
    const isAdministrator = args.flag("administrator");
    if (isAdministrator && !isLocal) args.problem("--administrator requires --local; on a server, use user administrator PERSON");
    return { text: args.operand("PERSON", person), isLocal, isAdministrator, file: readLinkFile(args) };
  },
  async run(request, context) {
    mustBePrivate(request, context);
    const kept = await saveLink(request.file, context, () =>
      request.isLocal ? linkHere(request, context) : link(request, context),
    );
    tell(kept, request, context);
  },
});

interface LinkRequest {
  readonly text: string;
  readonly isAdministrator: boolean;
}

async function link({ text }: LinkRequest, { client }: Context) {
  const found = await findPerson(text, client);
  const { id, login, name } = found;
  const made: Added = { person: { id, login, name }, obstacle: null };
  return { made, link: await client.linkPerson({ person: id }), whose: personText(found) };
}

async function linkHere({ text, isAdministrator }: LinkRequest, { settings }: Context) {
  const { linkLocally } = await import("./local-store.ts");
  const { person, link, obstacle } = await linkLocally(settings, text, isAdministrator);
  const made: Added = { person, obstacle };
  return { made, link, whose: personText(person) };
}

/** Output of a server without a terminal usually ends up in a log. @throws UsageError */
function mustBePrivate(
  { isLocal, file }: { readonly isLocal: boolean; readonly file: string | null },
  { io, output, typed }: Context,
): void {
  if (!isLocal || file !== null || output.isJson || io.columns !== null) return;
  throw new UsageError(["--link-file is required without a terminal, to keep the link out of logs"], typed.command.name);
}

function tell(
  { made, answer, lines }: SavedLink<Added>,
  { isLocal, isAdministrator }: { readonly isLocal: boolean; readonly isAdministrator: boolean },
  { output, io }: Context,
): void {
  output.answer({ ...made.person, link: answer }, () => [
    ...lines,
    ...(isLocal && isAdministrator ? ["The person who uses it becomes an administrator of this server."] : []),
    ...(isLocal ? ["Now start the server again."] : []),
  ]);
  if (made.obstacle !== null) io.err(`Sign-in does not work yet: ${printable(made.obstacle)}\n`);
}
