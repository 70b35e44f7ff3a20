/** Who is to come in: with a link by which they set a password, once. Nobody sets a password for somebody else. */

import type { Role } from "drawbridge-rules/people/role.ts";
import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { type KeptLink, keepLink, linkFileOption, readLinkFile } from "./one-time-link.ts";
import { printable } from "./output.ts";
import { findPerson, personOperand, personText } from "./person-choice.ts";
import { localOption, readReason, reasonOption } from "./shared-options.ts";
import { login, oneLine, person, projectId, role } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

const administratorOption: OptionWords = {
  flags: "--administrator",
  meaning: "may everything on this server, in every project",
};

export const userAdd = command({
  name: "user add",
  meaning: "add somebody, with a link by which they set their password",
  operands: [{ name: "LOGIN", meaning: "by which they sign in: an e-mail address or a name" }],
  options: [
    { flags: "--name <text>", meaning: "what they are called; else the login" },
    administratorOption,
    { flags: "--project <id>", meaning: "with a role in it: --role" },
    { flags: "--role <role>", meaning: "viewer, operator, editor or owner" },
    linkFileOption,
    localOption,
    reasonOption,
  ],
  examples: [
    'user add ada@acme.example --name "Ada" --project acme-shop --role editor',
    "user add root --administrator --local --link-file root-link",
  ],
  notes:
    "With --local, which needs no token, one who becomes an administrator does so when the link is used: the way back in when\nnobody is left who can sign in.",
  read(given) {
    const request = readNewcomer(given);
    const { project, role, isLocal } = request;
    if ((project === null) !== (role === null) && !given.hasProblems) given.problem("--project and --role go together");
    if (isLocal && project !== null) given.problem("--local gives no roles in projects: leave out --project and --role");
    return request;
  },
  async run(request, context) {
    mustBePrivate(request, context);
    const kept = await keepLink(request.file, context, () =>
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

function readNewcomer(given: Given): Newcomer {
  const text = given.operand("LOGIN", login);
  return {
    login: text,
    name: given.option("name", oneLine) ?? text,
    isAdministrator: given.flag("administrator"),
    project: given.option("project", projectId),
    role: given.option("role", role),
    file: readLinkFile(given),
    isLocal: given.flag("local"),
    options: readReason(given),
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
  const { addLocally } = await import("./local-links.ts");
  const { person, link, obstacle } = await addLocally(settings, { login, name }, isAdministrator);
  const made: Added = { person, obstacle };
  return { made, link, whose: personText(person) };
}

export const userLink = command({
  name: "user link",
  meaning: "make somebody a new link by which they set a password; earlier ones end",
  operands: [personOperand],
  options: [
    { ...administratorOption, meaning: "with --local: whoever uses the link becomes an administrator" },
    linkFileOption,
    localOption,
  ],
  examples: ["user link ada@acme.example", "user link ada@acme.example --local --administrator --link-file ada-link"],
  notes: "It lasts an hour, or 7 days of somebody who has never come in. When it is used, their sessions end.",
  read(given) {
    const isLocal = given.flag("local");
    const isAdministrator = given.flag("administrator");
    if (isAdministrator && !isLocal)
      given.problem("--administrator goes with --local; a server is told with user administrator PERSON");
    return { text: given.operand("PERSON", person), isLocal, isAdministrator, file: readLinkFile(given) };
  },
  async run(request, context) {
    mustBePrivate(request, context);
    const kept = await keepLink(request.file, context, () =>
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
  const { linkLocally } = await import("./local-links.ts");
  const { person, link, obstacle } = await linkLocally(settings, text, isAdministrator);
  const made: Added = { person, obstacle };
  return { made, link, whose: personText(person) };
}

/** What runs on a server without a terminal is mostly kept in a log. @throws UsageError */
function mustBePrivate(
  { isLocal, file }: { readonly isLocal: boolean; readonly file: string | null },
  { io, output, typed }: Context,
): void {
  if (!isLocal || file !== null || output.isJson || io.columns !== null) return;
  throw new UsageError(
    ["--link-file is missing: there is no terminal to show the link on, and it is not to be in a log"],
    typed.command.name,
  );
}

function tell(
  { made, answer, lines }: KeptLink<Added>,
  { isLocal, isAdministrator }: { readonly isLocal: boolean; readonly isAdministrator: boolean },
  { output, io }: Context,
): void {
  output.answer({ ...made.person, link: answer }, () => [
    ...lines,
    ...(isLocal && isAdministrator ? ["Whoever uses it is an administrator of this server then."] : []),
    ...(isLocal ? ["Now start the server again."] : []),
  ]);
  if (made.obstacle !== null) io.err(`But nobody can sign in as it is: ${printable(made.obstacle)}\n`);
}
