/** Refused requests as `adoption` and `doctor` print them: a sentence for each key and reason, and the next step. */
import { isAdminError } from "drawbridge-client/admin";
import type { KeyRefusals } from "drawbridge-rules/wire/adoption.ts";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { type Check, fail, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { counted, printable, wrapped } from "./output.ts";

type Client = Context["client"];

/** A section; empty if no request was refused. */
export async function refusedLines(
  project: string,
  refused: readonly KeyRefusals[],
  { client, output }: Pick<Context, "client" | "output">,
): Promise<string[]> {
  if (refused.length === 0) return [];
  const sentences = await refusedSentences(client, project, refused);
  return ["", "Refused requests (last 24 hours):", ...sentences.flatMap((each) => wrapped(`  ${each}`, 4, output.columns))];
}

/** Names projects whose apps get 400: no other check notices, since such apps keep running. For administrators. */
export async function checkRefused({ client, line }: Pick<Context, "client" | "line">): Promise<Check[]> {
  try {
    const { refused_projects: projects } = await client.getInstallationUsage();
    const checks: Check[] = [];
    for (const project of projects) checks.push(...(await checkProject(project, client, line(`adoption ${project}`))));
    return checks;
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return error.code === "forbidden" ? [] : [fail("refused", `${error.status}: ${error.detail}`)];
  }
}

/** @param list command that lists all of it */
async function checkProject(project: string, client: Client, list: string): Promise<Check[]> {
  const found = await client.getUsage({ project }).catch((error: unknown) => {
    // It was deleted, and its counts soon are.
    if (isAdminError(error) && error.status === 404) return null;
    throw error;
  });
  const queries = found?.refused.filter(({ example }) => example !== null) ?? [];
  const [sentence] = await refusedSentences(client, project, queries.slice(0, 1));
  if (sentence === undefined) return [];
  const more = queries.length > 1 ? ` ${counted(queries.length - 1, "more reason")}: ${list}` : "";
  return [warn("refused", `${project}, last 24 hours: ${sentence}${more}`)];
}

async function refusedSentences(client: Client, project: string, refused: readonly KeyRefusals[]): Promise<string[]> {
  const keys = refused.length === 0 ? [] : await client.listAll("listReadKeys", { project });
  return refused.map((each) => printable(refusedSentence(each, keys)));
}

function refusedSentence({ key, reason, requests, example }: KeyRefusals, keys: readonly ListedReadKey[]): string {
  const name = keys.find(({ id }) => id === key)?.name || key;
  return words[reason](`${counted(requests, "request")} of the key ${name}`, example ?? "");
}

const ungated = "They get 400, so no update and no maintenance reaches these apps";

const words: Readonly<Record<KeyRefusals["reason"], (requests: string, example: string) => string>> = {
  expired: (requests) => `${requests} got 401: the key has expired.`,
  revoked: (requests) => `${requests} got 401: the key was revoked.`,
  not_allowed: (requests) => `${requests} got 403: outside the key's scope.`,
  missing_parameter: (requests, names) => `${requests} sent no ${names}. ${ungated}: send it.`,
  repeated_parameter: (requests, names) => `${requests} sent ${names} more than once. ${ungated}: send it once.`,
  unknown_platform: (requests, platform) =>
    `${requests} named a platform that the project does not have, such as \`${platform}\`. ${ungated}: send one that it has, or add it.`,
  invalid_version: (requests, version) =>
    `${requests} sent no version that can be read, such as \`${version}\`. ${ungated}: send one such as 2.5.0, 2.5.0-beta.1 or 2.5.0+45.`,
};
