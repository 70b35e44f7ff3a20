/** Imported keys between projects, for administrators: moving one, and releasing its text. */
import { isNotFound } from "drawbridge-client/admin";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import { isConfirmed, requirePrompt } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { credentialText } from "./credential-commands.ts";
import { keyOperand } from "./key.ts";
import { printable } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { projectOption, reasonOption, yesOption } from "./shared-options.ts";
import { id, oneLine, projectId } from "./text-form.ts";

const neededReason: OptionWords = { ...reasonOption, meaning: "reason, required; recorded in the history of both projects" };

export const keyMove = command({
  name: "key move",
  meaning: "move an imported key to another project",
  operands: [keyOperand],
  options: [
    projectOption,
    { flags: "--to <id>", meaning: "the target project's id" },
    { flags: "--name <text>", meaning: "name in the target project; default: unchanged" },
    neededReason,
    yesOption,
  ],
  examples: ['key move KEY --project acme-travel --to acme-shop --reason "imported into the wrong project"'],
  notes:
    "For administrators. The key becomes active in the target project, even if it was revoked or expired, and is deleted from the\nother in the same commit: apps that send it are always answered by one of the two.",
  read: (args) => ({ ...readKey(args), to: args.required("to", projectId), name: args.option("name", oneLine) }),
  async run({ key, project, to, name, reason, yes }, context) {
    requirePrompt("key move", yes, context);
    const question = `Apps that send it will get answers of ${to}.`;
    if (!yes && !(await isAgreed(`Move ${await keyText(project, key, context)} to ${to}? ${question}`, context))) return 1;
    const moved = await context.client.moveReadKey({ body: { project, key, to, ...(name === null ? {} : { name }) }, reason });
    const { output } = context;
    output.answer(moved, () => [
      `Moved the key …${printable(moved.last4)}: it is now ${moved.id} of ${to}, no longer ${key} of ${project}.`,
    ]);
    return 0;
  },
});

export const keyRelease = command({
  name: "key release",
  meaning: "release an imported key, so that any project can import it",
  operands: [keyOperand],
  options: [projectOption, neededReason, yesOption],
  examples: ['key release KEY --project acme-travel --reason "imported into the wrong project"'],
  notes:
    "For administrators. It also works for a key that is revoked or expired, or whose project was deleted. Generated keys are\nnever released. To avoid a gap in which apps get 401, use key move instead.",
  read: readKey,
  async run({ key, project, reason, yes }, context) {
    requirePrompt("key release", yes, context);
    const question = "Apps that send it will get 401 until a project imports it.";
    if (!yes && !(await isAgreed(`Release ${await keyText(project, key, context)}? ${question}`, context))) return 1;
    const released = await context.client.releaseReadKey({ body: { project, key }, reason });
    const { output } = context;
    output.answer(released, () => [`Released the key ${key} of ${project}. Any project can import it now.`]);
    return 0;
  },
});

function readKey(args: ParsedArguments) {
  return {
    key: args.operand("KEY", id),
    project: args.required("project", projectId),
    reason: args.required("reason", oneLine),
    yes: args.flag("yes"),
  };
}

async function isAgreed(question: string, context: Context): Promise<boolean> {
  if (await isConfirmed(question, context)) return true;
  context.io.err("Nothing was changed.\n");
  return false;
}

/** The key as people know it; its id if its project was deleted. */
async function keyText(project: string, key: string, { client }: Context): Promise<string> {
  const keys: readonly ListedReadKey[] = await client.listAll("listReadKeys", { project }).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = keys.find((each) => each.id === key);
  return `${found ? credentialText(found, `, ${found.state}`) : key} of ${project}`;
}
