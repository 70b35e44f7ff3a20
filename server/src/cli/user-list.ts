import type { Grantee, Member } from "drawbridge-rules/wire/member.ts";
import type { Person, PersonDetail } from "drawbridge-rules/wire/person.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { printable, table } from "./output.ts";
import { findPerson, personOperand } from "./person-choice.ts";
import { projectOption } from "./shared-options.ts";
import { oneLine, person, projectId } from "./text-form.ts";

export const userList = command({
  name: "user list",
  meaning: "list everybody with an account, or those with a role in a project",
  options: [projectOption, { flags: "--query <text>", meaning: "only those with this in their login or name" }],
  examples: ["user list", "user list --project acme-shop"],
  notes: "Everybody: for administrators. Of a project: for everybody who has a role in it; administrators need none.",
  read(given) {
    const project = given.option("project", projectId);
    const query = given.option("query", oneLine);
    if (project !== null && query !== null) given.problem("--query is of everybody: leave it out, or --project");
    return { project, query };
  },
  run: ({ project, query }, context) => (project === null ? listPeople(query, context) : listMembers(project, context)),
});

async function listPeople(query: string | null, { client, line, output }: Context): Promise<void> {
  const people = await client.listAll("listPeople", { ...(query === null ? {} : { query }) });
  output.answer({ people }, () => {
    if (people.length > 0) return peopleTable(people);
    return [
      query === null
        ? `There are no accounts yet. Add one: ${line("user add LOGIN")}`
        : `Nobody has ${JSON.stringify(query)} in their login or name.`,
    ];
  });
}

function peopleTable(people: readonly Person[]): string[] {
  return table(
    ["PERSON", "LOGIN", "NAME", "STATE", "ADDED"],
    people.map((each) => [each.id, each.login, each.name, stateText(each), each.created_at.slice(0, 10)]),
  );
}

function stateText({ disabled_at, administrator }: Person): string {
  return [disabled_at === null ? "active" : "disabled", ...(administrator ? ["administrator"] : [])].join(", ");
}

async function listMembers(project: string, { client, output }: Context): Promise<void> {
  const members = await client.listAll("listMembers", { project });
  output.answer({ members }, () =>
    members.length === 0
      ? [`Nobody has a role in ${project}: administrators alone can change it. Give one with user grant.`]
      : membersTable(members),
  );
}

function membersTable(members: readonly Member[]): string[] {
  return table(
    ["PERSON", "LOGIN", "NAME", "ROLE", "STATE"],
    members
      .toSorted((a, b) => ((a.login ?? "") < (b.login ?? "") ? -1 : 1))
      .map((each) => [each.person, each.login ?? "-", each.name ?? "-", each.role, granteeState(each)]),
  );
}

function granteeState({ login, disabled }: Grantee): string {
  if (login === null) return "erased";
  return disabled ? "disabled" : "active";
}

export const userShow = command({
  name: "user show",
  meaning: "show somebody, what they may, and how they come in",
  operands: [personOperand],
  examples: ["user show ada@acme.example"],
  read: (given) => given.operand("PERSON", person),
  async run(text, { client, output }) {
    const shown = await client.getPerson({ person: (await findPerson(text, client)).id });
    output.answer(shown, () => personLines(shown));
  },
});

function personLines(shown: PersonDetail): string[] {
  const { id, login, name, roles, has_password, identities, sessions, created_at, disabled_at, administrator } = shown;
  const ways = [...(has_password ? ["a password"] : []), ...identities.map(({ issuer, subject }) => `${issuer} (${subject})`)];
  const rows = [
    ["login", login],
    ["name", name],
    ["state", stateText(shown)],
    ["may", administrator ? "everything" : roles.map(({ project, role }) => `${role} of ${project}`).join(", ") || "nothing yet"],
    ["comes in by", ways.join(", ") || "nothing yet: the link was not used"],
    ["sessions", String(sessions)],
    ["added", created_at],
    ...(disabled_at === null ? [] : [["disabled", disabled_at]]),
  ];
  return [
    printable(id),
    ...table(["", ""], rows)
      .slice(1)
      .map((line) => `  ${line}`),
  ];
}
