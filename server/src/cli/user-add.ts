import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { flag, operand, option, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import type { LocalLink } from "./local-store.ts";
import { localOption, optionalProject, reasonOption } from "./options.ts";
import { instantText, printable } from "./output.ts";
import { findPerson, personOperand, personText } from "./person.ts";
import { login, oneLine, plainFile, role } from "./text-form.ts";

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
