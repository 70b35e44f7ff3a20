import type { Grantee, Member } from "drawbridge-rules/wire/member.ts";
import type { Person, PersonDetail } from "drawbridge-rules/wire/person.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { fieldLines, printable, table } from "./output.ts";
import { findPerson, personOperand } from "./person-choice.ts";
import { projectOption } from "./shared-options.ts";
import { oneLine, person, projectId } from "./text-form.ts";
import { instantText } from "./time-text.ts";

export const userList = command({
  name: "user list",
  meaning: "list all people, or the members of a project",
  options: [projectOption, { flags: "--query <text>", meaning: "filter by part of the login or name" }],
  examples: ["user list", "user list --project acme-shop"],
  notes: "Listing all people requires an administrator; listing members requires a role in the project.",
  read(args) {
    const project = args.option("project", projectId);
    const query = args.option("query", oneLine);
    if (project !== null && query !== null) args.problem("--query and --project cannot be combined: keep one");
    return { project, query };
  },
  run: ({ project, query }, context) => (project === null ? listPeople(query, context) : listMembers(project, context)),
});

async function listPeople(query: string | null, { client, line, output }: Context): Promise<void> {
  const people = await client.listAll("listPeople", { ...(query === null ? {} : { query }) });
  const { columns } = output;
  output.answer({ people }, () => {
    if (people.length > 0) return peopleTable(people, columns);
    return [
      query === null
        ? `No accounts yet. Add one: ${line("user add LOGIN")}`
        : `No account has ${JSON.stringify(query)} in its login or name.`,
    ];
  });
}

function peopleTable(people: readonly Person[], columns: number | null): string[] {
  return table(
    ["PERSON", "LOGIN", "NAME", "STATE", "ADDED"],
    people.map((each) => [each.id, each.login, each.name, stateText(each), each.created_at.slice(0, 10)]),
    columns,
  );
}

function stateText({ disabled_at, administrator }: Person): string {
  return [disabled_at === null ? "active" : "disabled", ...(administrator ? ["administrator"] : [])].join(", ");
}

async function listMembers(project: string, { client, line, output }: Context): Promise<void> {
  const members = await client.listAll("listMembers", { project });
  output.answer({ members }, () =>
    members.length === 0
      ? [
          `${project} has no members; only administrators can change it. Add one: ${line(`user grant PERSON --project ${project} --role ROLE`)}`,
        ]
      : membersTable(members, output.columns),
  );
}

function membersTable(members: readonly Member[], columns: number | null): string[] {
  return table(
    ["PERSON", "LOGIN", "NAME", "ROLE", "STATE"],
    members
      .toSorted((a, b) => ((a.login ?? "") < (b.login ?? "") ? -1 : 1))
      .map((each) => [each.person, each.login ?? "-", each.name ?? "-", each.role, granteeState(each)]),
    columns,
  );
}

function granteeState({ login, disabled }: Grantee): string {
  if (login === null) return "erased";
  return disabled ? "disabled" : "active";
}

export const userShow = command({
  name: "user show",
  meaning: "show a person's roles and ways to sign in",
  operands: [personOperand],
  examples: ["user show ada@acme.example"],
  read: (args) => args.operand("PERSON", person),
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
    ["access", administrator ? "full" : roles.map(({ project, role }) => `${role} of ${project}`).join(", ") || "none"],
    ["sign-in", ways.join(", ") || "none yet: the link was not used"],
    ["sessions", String(sessions)],
    ["added", instantText(created_at)],
    ...(disabled_at === null ? [] : [["disabled", instantText(disabled_at)]]),
  ];
  return [
    printable(id),
    ...fieldLines(
      rows.map(([name = ""]) => name),
      rows.map(([, value = ""]) => value),
    ).map((line) => `  ${line}`),
  ];
}
