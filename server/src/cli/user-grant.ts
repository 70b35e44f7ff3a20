/** Grants: a role in a project, or administrator. Reviewed like every other change, and recorded in the history. */

import { roles } from "drawbridge-rules/people/role.ts";
import { type Context, command } from "./command.ts";
import { dryRunOption, grantOptionWords, projectOption, readChangeOptions } from "./options.ts";
import { findMemberId, findPerson, findPersonIdByLogin, personNames, personOperand } from "./person.ts";
import { runReviewedChange } from "./review.ts";
import { person, projectId, role } from "./text-form.ts";

const options = [dryRunOption, ...grantOptionWords];

export const userGrant = command({
  name: "user grant",
  meaning: "grant a role in a project, or change it",
  operands: [personOperand],
  options: [projectOption, { flags: "--role <role>", meaning: "viewer, operator, editor or owner", choices: roles }, ...options],
  examples: ["user grant ada@acme.example --project acme-shop --role editor"],
  notes:
    "Viewers read. Operators also start, extend and end maintenance. Editors also change the configuration. Owners also\nmanage keys, tokens and roles.",
  read: (args) => ({
    text: args.operand("PERSON", person),
    project: args.required("project", projectId),
    role: args.required("role", role),
    changeOptions: readChangeOptions(args),
  }),
  async run({ text, project, role, changeOptions }, context) {
    const { client } = context;
    const id = await findPersonIdByLogin(text, project, client);
    const names = await personNames(project, context);
    return runReviewedChange(
      {
        command: "user grant",
        subject: project,
        question: () => `Make ${text} ${role === "viewer" ? "a" : "an"} ${role} of ${project}?`,
        etag: () => memberEtag(project, id, context),
        send: (etag, options) => client.putMember({ project, person: id, body: { role }, etag, ...options }),
        changeOptions,
        names,
      },
      context,
    );
  },
});

export const userRevoke = command({
  name: "user revoke",
  meaning: "revoke a role in a project immediately",
  operands: [personOperand],
  options: [projectOption, ...options],
  examples: ["user revoke ada@acme.example --project acme-shop"],
  notes: "Access tokens that they created stay: see token list.",
  read: (args) => ({
    text: args.operand("PERSON", person),
    project: args.required("project", projectId),
    changeOptions: readChangeOptions(args),
  }),
  async run({ text, project, changeOptions }, context) {
    const { client } = context;
    const id = await findMemberId(text, project, client);
    const names = await personNames(project, context);
    return runReviewedChange(
      {
        command: "user revoke",
        subject: project,
        question: () => `Revoke the role of ${text} in ${project}?`,
        etag: () => memberEtag(project, id, context),
        send: (etag, options) => client.deleteMember({ project, person: id, etag: etag ?? "*", ...options }),
        changeOptions,
        names,
      },
      context,
    );
  },
});

/** Null: no role yet. */
async function memberEtag(project: string, id: string, { client }: Context): Promise<string | null> {
  const members = await client.listAll("listMembers", { project });
  return members.find((member) => member.person === id)?.etag ?? null;
}

export const userAdministrator = command({
  name: "user administrator",
  meaning: "make a person an administrator, or remove that role",
  operands: [personOperand],
  options: [{ flags: "--remove", meaning: "remove the role; project roles stay" }, ...options],
  examples: ["user administrator ada@acme.example", "user administrator ada@acme.example --remove"],
  notes: "The last administrator who can sign in cannot be removed.",
  read: (args) => ({
    text: args.operand("PERSON", person),
    isRemoved: args.flag("remove"),
    changeOptions: readChangeOptions(args),
  }),
  async run({ text, isRemoved, changeOptions }, context) {
    const { client } = context;
    const { id, login, name } = await findPerson(text, client);
    return runReviewedChange(
      {
        command: "user administrator",
        subject: "the installation",
        about: {},
        question: () =>
          isRemoved ? `Remove the administrator role of ${login}?` : `Make ${login} an administrator, with full access?`,
        etag: async () => (await client.listAll("listAdministrators")).find((each) => each.person === id)?.etag ?? null,
        send: (etag, options) =>
          isRemoved
            ? client.deleteAdministrator({ person: id, etag: etag ?? "*", ...options })
            : client.putAdministrator({ person: id, etag, ...options }),
        changeOptions,
        names: new Map([[id, name]]),
        history: (since, limit) => client.getInstallationHistory({ since: String(since), limit }),
      },
      context,
    );
  },
});
