/** What somebody may: a role in a project, or everything. Reviewed like every other change, and in the history. */
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { findPerson, idOfLogin, idOfMember, personOperand } from "./person-choice.ts";
import { personNames } from "./person-names.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { person, projectId, role } from "./text-form.ts";
import { grantWishOptions, readWishes } from "./wishes.ts";

const options = [dryRunOption, ...grantWishOptions];

export const userGrant = command({
  name: "user grant",
  meaning: "give somebody a role in a project, or another one",
  operands: [personOperand],
  options: [projectOption, { flags: "--role <role>", meaning: "viewer, operator, editor or owner" }, ...options],
  examples: ["user grant ada@acme.example --project acme-shop --role editor"],
  notes:
    "A viewer reads; an operator starts, extends and ends maintenance too; an editor changes the configuration; an owner\ngives out keys, tokens and roles.",
  read: (given) => ({
    text: given.operand("PERSON", person),
    project: given.required("project", projectId),
    role: given.required("role", role),
    wishes: readWishes(given),
  }),
  async run({ text, project, role, wishes }, context) {
    const { client } = context;
    const id = await idOfLogin(text, project, client);
    const names = await personNames(project, context);
    return carryOut(
      {
        command: "user grant",
        subject: project,
        question: () => `Make ${text} ${role === "viewer" ? "a" : "an"} ${role} of ${project}?`,
        etag: () => memberEtag(project, id, context),
        send: (etag, options) => client.putMember({ project, person: id, body: { role }, etag, ...options }),
        wishes,
        names,
      },
      context,
    );
  },
});

export const userRevoke = command({
  name: "user revoke",
  meaning: "take somebody's role in a project away, at once",
  operands: [personOperand],
  options: [projectOption, ...options],
  examples: ["user revoke ada@acme.example --project acme-shop"],
  notes: "Access tokens that they made stay: see token list.",
  read: (given) => ({
    text: given.operand("PERSON", person),
    project: given.required("project", projectId),
    wishes: readWishes(given),
  }),
  async run({ text, project, wishes }, context) {
    const { client } = context;
    const id = await idOfMember(text, project, client);
    const names = await personNames(project, context);
    return carryOut(
      {
        command: "user revoke",
        subject: project,
        question: () => `Take the role of ${text} in ${project} away?`,
        etag: () => memberEtag(project, id, context),
        send: (etag, options) => client.deleteMember({ project, person: id, etag: etag ?? "*", ...options }),
        wishes,
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
  meaning: "make somebody an administrator of the server, or no longer one",
  operands: [personOperand],
  options: [{ flags: "--remove", meaning: "no longer; the roles that they have in projects stay" }, ...options],
  examples: ["user administrator ada@acme.example", "user administrator ada@acme.example --remove"],
  notes: "The last one who can come in stays one.",
  read: (given) => ({ text: given.operand("PERSON", person), isRemoved: given.flag("remove"), wishes: readWishes(given) }),
  async run({ text, isRemoved, wishes }, context) {
    const { client } = context;
    const { id, login, name } = await findPerson(text, client);
    return carryOut(
      {
        command: "user administrator",
        subject: "the installation",
        about: {},
        question: () =>
          isRemoved ? `Make ${login} an administrator no longer?` : `Make ${login} an administrator, who may everything?`,
        etag: async () => (await client.listAll("listAdministrators")).find((each) => each.person === id)?.etag ?? null,
        send: (etag, options) =>
          isRemoved
            ? client.deleteAdministrator({ person: id, etag: etag ?? "*", ...options })
            : client.putAdministrator({ person: id, etag, ...options }),
        wishes,
        names: new Map([[id, name]]),
        history: (since, limit) => client.getInstallationHistory({ since: String(since), limit }),
      },
      context,
    );
  },
});
