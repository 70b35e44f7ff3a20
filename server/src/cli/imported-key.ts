/** Options of `key set` that move an imported key to another project or release its text, for administrators. */
import { isNotFound } from "drawbridge-client/admin";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { isConfirmed, requirePrompt } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { credentialText, type OtherChange } from "./credential-commands.ts";
import { printable } from "./output.ts";
import { yesOption } from "./shared-options.ts";
import { oneLine, projectId } from "./text-form.ts";

export const importedKeyChange: OtherChange<string> = {
  options: [
    { flags: "--to <id>", meaning: "move an imported key to this project" },
    { flags: "--release", meaning: "release an imported key, so that any project can import it" },
    yesOption,
  ],
  notes:
    "\n--to and --release are for administrators and require --reason, recorded in the history of both projects. A moved key becomes\nactive in the target project, even if it was revoked or expired: apps that send it are always answered by one of the two.\n--release also works for a key whose project was deleted. Generated keys are never moved or released.",
  read(args) {
    const [to, isReleased] = [args.option("to", projectId), args.flag("release")];
    const yes = args.flag("yes");
    if (to === null && !isReleased) return null;
    if (to !== null && isReleased) args.problem("--to and --release cannot be combined: keep one");
    const [name, reason] = [args.option("name", oneLine), args.required("reason", oneLine)];
    return async (project, key, context) => {
      requirePrompt("key set", yes, context);
      const text = yes ? "" : await keyText(project, key, context);
      const question =
        to === null
          ? `Release ${text}? Apps that send it will get 401 until a project imports it.`
          : `Move ${text} to ${to}? Apps that send it will get answers of ${to}.`;
      if (!yes && !(await isConfirmed(question, context))) {
        context.io.err("Nothing was changed.\n");
        return 1;
      }
      await (to === null ? release : move(to, name))(project, key, reason, context);
      return 0;
    };
  },
};

function move(to: string, name: string | null) {
  return async (project: string, key: string, reason: string, { client, output }: Context) => {
    const moved = await client.moveReadKey({ body: { project, key, to, ...(name === null ? {} : { name }) }, reason });
    output.answer(moved, () => [
      `Moved the key …${printable(moved.last4)}: it is now ${moved.id} of ${to}, no longer ${key} of ${project}.`,
    ]);
  };
}

async function release(project: string, key: string, reason: string, { client, output }: Context): Promise<void> {
  const released = await client.releaseReadKey({ body: { project, key }, reason });
  output.answer(released, () => [`Released the key ${key} of ${project}. Any project can import it now.`]);
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
