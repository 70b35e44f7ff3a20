/** Grants: a role in a project, or administrator. Reviewed like every other change, and recorded in the history. */
import { flag, required } from "./arguments.ts";
import type { Context } from "./command.ts";
import { grantOptions, projectOption } from "./options.ts";
import { findMemberId, findPerson, findPersonIdByLogin, personNames, personOperand } from "./person.ts";
import { reviewedCommand } from "./review.ts";
import { role } from "./text-form.ts";

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
      names: await personNames(project, context),
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
      names: await personNames(project, context),
    };
  },
});

/** Null: no role yet. */
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
    const { id: person, login, name } = await findPerson(text, client);
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
      names: new Map([[person, name]]),
      history: (since, limit) => client.getInstallationHistory({ since: String(since), limit }),
    };
  },
});
