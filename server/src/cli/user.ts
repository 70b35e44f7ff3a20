import type { Member } from "drawbridge-rules/wire/member.ts";
import type { Person, PersonDetail, RevocationRequest, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import { undoLine } from "./advice.ts";
import { flag, option, required } from "./arguments.ts";
import { type Command, type Context, command } from "./command.ts";
import { given, grantOptions, optionalProject, projectOption, yesOption } from "./options.ts";
import { type Columns, counted, instantText, resourceLines, tableOf } from "./output.ts";
import { findMemberId, findPerson, findPersonIdByLogin, personOperand, personText } from "./person.ts";
import { reviewedCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { oneLine, role } from "./text-form.ts";

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
