import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import type { Context } from "./command.ts";
import { printable } from "./output.ts";

const nouns: Readonly<Record<string, { readonly typed: readonly string[]; readonly list: string; readonly all: ListId | null }>> =
  {
    project: { typed: ["--project"], list: "project list", all: "listProjects" },
    window: { typed: ["WINDOW"], list: "maintenance list", all: "listMaintenanceWindows" },
    instance: { typed: ["INSTANCE", "--instance"], list: "instance list", all: "listInstances" },
    platform: { typed: ["PLATFORM", "--platform"], list: "policy show", all: "listPlatforms" },
    request: { typed: ["PROPOSAL"], list: "proposal list", all: null },
  };

type ListId = "listProjects" | "listMaintenanceWindows" | "listInstances" | "listPlatforms";

interface Named {
  readonly id: string;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly state?: string;
}

/** @param isId true if the text can only be an id @throws not_found; invalid: several have the name */
export async function findId(
  text: string,
  noun: string,
  isId: (text: string) => boolean,
  list: () => Promise<readonly Named[]>,
): Promise<string> {
  if (isId(text)) return text;
  const all = await list();
  if (all.some(({ id }) => id === text)) return text;
  const nameOf = ({ name, title = "" }: Named) => name ?? title;
  const named = all.filter((one) => nameOf(one).toLowerCase() === text.trim().toLowerCase());
  const open = named.filter(({ state = "" }) => !["expired", "revoked", "deleted", "ended"].includes(state));
  const [found, ...others] = open.length > 0 ? open : named;
  const quoted = JSON.stringify(text);
  if (found && others.length > 0) {
    const ids = listed([found, ...others].map(({ id }) => id));
    throw new DrawbridgeError("invalid", `Several ${noun}s have the name ${quoted}: ${ids}. Pass the id.`);
  }
  if (found) return found.id;
  const near = nearestName(text, all.map(nameOf));
  const advice = near && ` Did you mean ${JSON.stringify(near)}?`;
  throw new DrawbridgeError("not_found", `No ${noun} has the id or name ${quoted}.${advice}`);
}

export async function notFoundText(detail: string, context: Context): Promise<string> {
  const { args, client, connection, line } = context;
  if (detail === "There is nothing at this address.")
    return `${connection.url} has no admin API of this version. If it is an edge, name its origin with --url.`;
  const operand = context.typed.command.operands?.[0]?.name.toLowerCase();
  const name = /no such (\w+)/.exec(detail)?.[1] ?? (/resource does not exist/.test(detail) ? operand : undefined) ?? "";
  const noun = nouns[name];
  const typed = noun?.typed.map((each) => args.textOf(each)).find((text) => text !== undefined);
  if (!noun || typed === undefined) return detail;
  const project = args.textOf("--project") ?? "";
  // The error stands without a suggestion.
  const all = noun.all === "listProjects" ? client.listAll(noun.all) : noun.all && client.listAll(noun.all, { project });
  const found = await (all as Promise<readonly { readonly id: string }[]> | null)?.catch(() => []);
  const ids = (found ?? []).map(({ id }) => id);
  const meant = nearestName(typed, ids) || ids.find((id) => id.startsWith(typed) || typed.startsWith(id));
  return [
    `${name[0]?.toUpperCase()}${name.slice(1)} ${printable(typed)} not found${name === "project" ? ", or you have no role in it" : ` in ${project}`}.`,
    ...(meant ? [`Did you mean ${printable(meant)}?`] : []),
    `To list all: ${line(name === "project" ? noun.list : `${noun.list} --project ${project}`)}`,
  ].join(" ");
}
