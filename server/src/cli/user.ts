import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { Member } from "drawbridge-rules/wire/member.ts";
import type { Person, PersonDetail, RevocationRequest, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import { undoLine } from "./advice.ts";
import { flag, operand, option, required, UsageError } from "./arguments.ts";
import { type Command, type Context, command } from "./command.ts";
import type { LocalLink } from "./local-store.ts";
import { given, grantOptions, localOption, optionalProject, projectOption, reasonOption, yesOption } from "./options.ts";
import { type Columns, counted, instantText, printable, resourceLines, tableOf } from "./output.ts";
import { findMemberId, findPerson, findPersonIdByLogin, personOperand, personText } from "./person.ts";
import { reviewedCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { login, oneLine, plainFile, role } from "./text-form.ts";

export const userList = command({
  name: "user list",
  meaning: "list all people, or the members of a project",
  args: {
    project: optionalProject("members of this project; default: all people"),
    query: option("--query <text>", "filter by part of the login or name", oneLine),
  },
  examples: ["user list", "user list --project acme-shop"],
  notes: "Listing all people requires an administrator; listing members requires a role in the project.",
  check({ project, query }, args) {
    if (project !== null && query !== null) args.problem("--query and --project cannot be combined: keep one");
  },
  run: ({ project, query }, context) => (project === null ? listPeople(query, context) : listMembers(project, context)),
});

const peopleColumns: Columns<Person> = [
  ["PERSON", ({ id }) => id],
  ["LOGIN", ({ login }) => login],
  ["NAME", ({ name }) => name],
  ["STATE", stateText],
  ["ADDED", ({ created_at }) => created_at.slice(0, 10)],
];

async function listPeople(query: string | null, { client, line, output }: Context): Promise<void> {
  const people = await client.listAll("listPeople", given({ query }));
  const none =
    query === null
      ? `No accounts yet. Add one: ${line("user add LOGIN")}`
      : `No account has ${JSON.stringify(query)} in its login or name.`;
  output.answer({ people }, () => (people.length === 0 ? [none] : tableOf(peopleColumns, people, output.columns)));
}

function stateText({ disabled_at, administrator }: Person): string {
  return [disabled_at === null ? "active" : "disabled", ...(administrator ? ["administrator"] : [])].join(", ");
}

const memberColumns: Columns<Member> = [
  ["PERSON", ({ person }) => person],
  ["LOGIN", ({ login }) => login ?? "-"],
  ["NAME", ({ name }) => name ?? "-"],
  ["ROLE", ({ role }) => role],
  ["STATE", ({ login, disabled }) => (login === null ? "erased" : disabled ? "disabled" : "active")],
];

async function listMembers(project: string, { client, line, output }: Context): Promise<void> {
  const members = await client.listAll("listMembers", { project });
  const none = `${project} has no members; only administrators can change it. Add one: ${line(`user grant PERSON --project ${project} --role ROLE`)}`;
  const sorted = members.toSorted((a, b) => ((a.login ?? "") < (b.login ?? "") ? -1 : 1));
  output.answer({ members }, () => (members.length === 0 ? [none] : tableOf(memberColumns, sorted, output.columns)));
}

export const userShow = command({
  name: "user show",
  meaning: "show a person's roles and ways to sign in",
  args: { text: personOperand },
  examples: ["user show ada@acme.example"],
  async run({ text }, { client, output }) {
    const shown = await client.getPerson({ person: (await findPerson(text, client)).id });
    output.answer(shown, () => personLines(shown));
  },
});

function personLines(shown: PersonDetail): string[] {
  const { id, login, name, roles, has_password, identities, sessions, created_at, disabled_at, administrator } = shown;
  const ways = [...(has_password ? ["a password"] : []), ...identities.map(({ issuer, subject }) => `${issuer} (${subject})`)];
  return resourceLines(id, [
    ["login", login],
    ["name", name],
    ["state", stateText(shown)],
    ["access", administrator ? "full" : roles.map(({ project, role }) => `${role} of ${project}`).join(", ") || "none"],
    ["sign-in", ways.join(", ") || "none yet: the link was not used"],
    ["sessions", String(sessions)],
    ["added", instantText(created_at)],
    ...(disabled_at === null ? [] : [["disabled", instantText(disabled_at)] as const]),
  ]);
}

const revokeOption = flag("--revoke-tokens", "also revoke access tokens that the person created");

const tokenNote = "Access tokens that they created keep working unless --revoke-tokens is passed: see token list.";

export const userDisable = verb(
  "disable",
  "disable an account immediately",
  `Ends their sessions, links and roles. ${tokenNote}`,
  async (person, client, body) => {
    const answer = await client.disablePerson({ person, body });
    return { answer, done: "was disabled", revoked: answer.revoked_tokens };
  },
  (who) => `Disable ${who}? This ends their sessions and removes their roles, which user enable does not restore.`,
);

export const userEnable = verb(
  "enable",
  "enable an account",
  "Earlier roles are not restored: see user grant.",
  async (person, client) => ({
    answer: await client.enablePerson({ person }),
    done: "was enabled, without earlier roles",
  }),
);

export const userSignOut = verb(
  "sign-out",
  "end all sessions of a person",
  "They can sign in again. To keep them out: user disable.",
  async (id, client) => {
    const answer = await client.signOutPerson({ person: id });
    return { answer: { id, ...answer }, done: `was signed out: ${counted(answer.ended, "session")} ended` };
  },
);

export const userErase = verb(
  "erase",
  "permanently erase a person's name, login, password and other data",
  `History keeps only their id. ${tokenNote}`,
  async (id, client, body) => {
    const answer = await client.erasePerson({ person: id, body });
    return { answer, done: `was erased; the history shows only ${id}`, revoked: answer.revoked_tokens };
  },
  (who) => `Erase ${who} permanently? This cannot be undone; history keeps only an id.`,
);

interface Acted {
  readonly answer: object;
  readonly done: string;
  readonly revoked?: readonly RevokedTokens[] | undefined;
}

/** @param question asked where the person loses access, with the number of tokens that they leave behind */
function verb(
  name: "disable" | "enable" | "sign-out" | "erase",
  meaning: string,
  notes: string,
  act: (id: string, client: Context["client"], departure: RevocationRequest) => Promise<Acted>,
  question: ((who: string) => string) | null = null,
): Command {
  const absent = { options: [], read: () => false };
  return command({
    name: `user ${name}`,
    meaning,
    args: { text: personOperand, revokes: question ? revokeOption : absent, yes: question ? yesOption : absent },
    examples: [`user ${name} ada@acme.example${question ? " --yes" : ""}`],
    notes,
    async run({ text, yes, revokes }, context) {
      if (question) requirePrompt(`user ${name}`, yes, context);
      const found = await findPerson(text, context.client);
      // An erased person can no longer be read, so ask first.
      const person = question && !context.output.isJson ? await context.client.getPerson({ person: found.id }) : null;
      const made = person?.created_token_count ?? 0;
      const fate = revokes ? "They are revoked too." : "They keep working unless --revoke-tokens is passed.";
      const tokens = made === 0 ? "" : ` They created ${counted(made, "active access token")}. ${fate}`;
      const who = `${personText(found)}${found.administrator ? ", an administrator," : ""}`;
      if (question && (await isDeclined(yes, () => question(who) + tokens, context))) return 1;
      const { answer, done, revoked } = await act(found.id, context.client, revokes ? { revoke_tokens: true } : {});
      const undone = name === "sign-out" ? [] : [undoLine(context, { id: found.id })];
      context.output.answer(answer, () => [`${personText(found)} ${done}.`, ...tokenLines(revoked, made), ...undone]);
      return 0;
    },
  });
}

function tokenLines(revoked: readonly RevokedTokens[] | undefined, made: number): string[] {
  if (revoked === undefined)
    return made === 0 ? [] : [`Still in use: ${counted(made, "access token")} that they created, see token list.`];
  const count = revoked.reduce((sum, { count }) => sum + count, 0);
  return [
    count === 0 ? "They had created no active access tokens." : `Revoked ${counted(count, "access token")} that they created.`,
  ];
}

export const userGrant = reviewedCommand({
  name: "user grant",
  meaning: "grant a role in a project, or change it",
  args: {
    text: personOperand,
    project: projectOption,
    role: required("--role <role>", "viewer, operator, editor or owner", role),
  },
  shared: grantOptions,
  examples: ["user grant ada@acme.example --project acme-shop --role editor"],
  notes:
    "Viewers read. Operators also start, extend and end maintenance. Editors also change the configuration. Owners also\nmanage keys, tokens and roles.",
  async plan({ text, project, role }, context) {
    const person = await findPersonIdByLogin(text, project, context.client);
    return {
      subject: project,
      question: () => `Make ${text} ${role === "viewer" ? "a" : "an"} ${role} of ${project}?`,
      present: () => findMember(project, person, context),
      send: (_, options) => context.client.putMember({ project, person, body: { role }, ...options }),
    };
  },
});

export const userRevoke = reviewedCommand({
  name: "user revoke",
  meaning: "revoke a role in a project immediately",
  args: { text: personOperand, project: projectOption },
  shared: grantOptions,
  examples: ["user revoke ada@acme.example --project acme-shop"],
  notes: "Access tokens that they created stay: see token list.",
  async plan({ text, project }, context) {
    const person = await findMemberId(text, project, context.client);
    return {
      subject: project,
      question: () => `Revoke the role of ${text} in ${project}?`,
      present: () => findMember(project, person, context),
      send: (_, { etag, ...options }) => context.client.deleteMember({ project, person, etag: etag ?? "*", ...options }),
    };
  },
});

async function findMember(project: string, id: string, { client }: Context) {
  const members = await client.listAll("listMembers", { project });
  return members.find(({ person }) => person === id) ?? null;
}

export const userAdministrator = reviewedCommand({
  name: "user administrator",
  meaning: "make a person an administrator, or remove that role",
  args: { text: personOperand, isRemoved: flag("--remove", "remove the role; project roles stay") },
  shared: grantOptions,
  examples: ["user administrator ada@acme.example", "user administrator ada@acme.example --remove"],
  notes: "The last administrator who can sign in cannot be removed.",
  async plan({ text, isRemoved }, { client }) {
    const { id: person, login } = await findPerson(text, client);
    return {
      subject: "the installation",
      about: {},
      question: () =>
        isRemoved ? `Remove the administrator role of ${login}?` : `Make ${login} an administrator, with full access?`,
      present: async () => (await client.listAll("listAdministrators")).find((each) => each.person === person) ?? null,
      send: (_, { etag, ...options }) =>
        isRemoved
          ? client.deleteAdministrator({ person, etag: etag ?? "*", ...options })
          : client.putAdministrator({ person, etag, ...options }),
      history: (since, limit) => client.getInstallationHistory({ since: String(since), limit }),
    };
  },
});

const linkFileOption = option(
  "--link-file <file>",
  "write the link to a new file that only you can read, instead of printing it",
  { ...plainFile, expected: "a file that does not exist yet" },
);
const administratorOption = flag("--administrator", "administrator, with full access to the server and every project");

export const userAdd = command({
  name: "user add",
  meaning: "add a person, with a role in a project if you like, and create a link to set a password",
  args: {
    login: operand("LOGIN", "login: an e-mail address or a name", login),
    name: option("--name <text>", "display name; default: the login", oneLine),
    isAdministrator: administratorOption,
    project: optionalProject("invite into this project, as its owner may too; requires --role"),
    role: option("--role <role>", "viewer, operator, editor or owner", role),
    file: linkFileOption,
    isLocal: localOption,
    options: reasonOption,
  },
  examples: [
    'user add ada@acme.example --name "Ada" --project acme-shop --role editor',
    "user add root --administrator --local --link-file root-link",
  ],
  notes:
    "--local needs no token, and makes the person an administrator when the link is used: the way back in when\nno administrator can sign in.",
  check({ project, role, isLocal }, args) {
    if ((project === null) !== (role === null) && !args.hasProblems) args.problem("--project and --role go together");
    if (isLocal && project !== null) args.problem("--local grants no project roles: remove --project and --role");
  },
  run(request, context) {
    const { login, isAdministrator, project, role, options } = request;
    const name = request.name ?? login;
    return answerWithLink(request, context, async () => {
      if (request.isLocal) {
        // Every other command starts without loading a store.
        const { addLocally } = await import("./local-store.ts");
        return addLocally(context.settings, { login, name }, isAdministrator);
      }
      const { client } = context;
      const { link, ...person } =
        project !== null && role !== null
          ? await client
              .inviteMember({ project, body: { login, name, role }, ...options })
              .then(({ person: id, revision: _, ...member }) => ({ id, project, ...member }))
          : await client.createPerson({ body: { login, name } });
      if (isAdministrator) await client.putAdministrator({ person: person.id, etag: null, ...options });
      return { person: { ...person, administrator: isAdministrator }, link, obstacle: null };
    });
  },
});

export const userLink = command({
  name: "user link",
  meaning: "create a new link to set a password; earlier links stop working",
  args: {
    text: personOperand,
    isAdministrator: {
      ...administratorOption,
      meaning: "with --local: makes the person an administrator when the link is used",
    },
    file: linkFileOption,
    isLocal: localOption,
  },
  examples: ["user link ada@acme.example", "user link ada@acme.example --local --administrator --link-file ada-link"],
  notes: "The link is valid for an hour, or 7 days before the first sign-in. Using it ends the person's sessions.",
  check({ isAdministrator, isLocal }, args) {
    if (isAdministrator && !isLocal) args.problem("--administrator requires --local; on a server, use user administrator PERSON");
  },
  run: (request, context) =>
    answerWithLink(request, context, async () => {
      if (request.isLocal) {
        const { linkLocally } = await import("./local-store.ts");
        return linkLocally(context.settings, request.text, request.isAdministrator);
      }
      const { id, login, name } = await findPerson(request.text, context.client);
      return { person: { id, login, name }, link: await context.client.linkPerson({ person: id }), obstacle: null };
    }),
});

/** The file is created first, since a new link replaces others. @throws UsageError */
async function answerWithLink(
  { isAdministrator, isLocal, file }: Readonly<Record<"isAdministrator" | "isLocal", boolean>> & { readonly file: string | null },
  { io, output, typed }: Context,
  make: () => Promise<Omit<LocalLink, "person"> & { readonly person: Pick<LocalLink["person"], "login" | "name"> }>,
): Promise<void> {
  // Output of a server without a terminal usually ends up in a log.
  if (isLocal && file === null && !output.isJson && io.columns === null)
    throw new UsageError(["--link-file is required without a terminal, to keep the link out of logs"], typed.command.name);
  const descriptor = file === null ? null : openNew(file, typed.command.name);
  try {
    const { person, link, obstacle } = await make();
    const { url, expires_at } = link;
    const whose = `The link for ${personText(person)} is`;
    if (descriptor !== null) writeSync(descriptor, `${url}\n`);
    output.answer({ ...person, link: file === null ? { url, expires_at } : { file, expires_at } }, () => [
      ...(file === null
        ? [`${whose} shown only once:`, "", `  ${printable(url)}`, ""]
        : [`${whose} in ${printable(file)}, which only you can read.`]),
      `It can be used once, until ${instantText(expires_at)}.`,
      ...(isLocal && isAdministrator ? ["The person who uses it becomes an administrator of this server."] : []),
      ...(isLocal ? ["Now start the server again."] : []),
    ]);
    if (obstacle !== null) io.err(`Sign-in does not work yet: ${printable(obstacle)}\n`);
  } catch (error) {
    if (file !== null) rmSync(file, { force: true });
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** An existing file would keep its permissions and owner. @throws UsageError */
function openNew(file: string, command: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "already exists: choose another name" : `cannot be created (${code})`;
    throw new UsageError([`--link-file: ${JSON.stringify(file)} ${why}`], command);
  }
}
