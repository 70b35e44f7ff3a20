/** The last line of a change: the command that undoes it. */
import { splitPath } from "drawbridge-rules/values/dotted-path.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import type { Context } from "./context.ts";

interface Made {
  readonly project?: string;
  readonly revision?: number;
  /** Id of the person, key or token. */
  readonly id?: string;
  readonly isLocal?: boolean;
  readonly differences?: readonly Difference[];
}

/** The command that goes back; null: none does. */
type Inverse = (made: Made) => string | null;

const revisionBack: Inverse = ({ project, revision, differences = [] }) =>
  isNewProject(differences) ? `project delete ${project}` : `undo ${project} --revision ${revision}`;

const roleBack: Inverse = ({ project, differences = [] }) => {
  const [{ path, before } = { path: "" }] = differences;
  const id = splitPath(path)[1];
  return before === undefined
    ? `user revoke ${id} --project ${project}`
    : `user grant ${id} --project ${project} --role ${before}`;
};

const administratorBack: Inverse = ({ differences = [] }) => {
  const [{ path, before } = { path: "" }] = differences;
  return `user administrator ${splitPath(path)[1]}${before === undefined ? " --remove" : ""}`;
};

const protectionBack: Inverse = ({ project, differences = [] }) => {
  const options = differences.map(({ path, before }) => {
    const name = splitPath(path).at(-1) ?? "";
    return ` --${name.replaceAll("_", "-")} ${before === true ? "on" : "off"}`;
  });
  return `protection set --project ${project}${options.join("")}`;
};

const never: Inverse = () => null;
const revoked = (group: string): Inverse => {
  return ({ project, id, isLocal = false }) =>
    `${group} revoke ${id}${project === undefined ? "" : ` --project ${project}`}${isLocal ? " --local" : ""}`;
};

/** By command. Commands that are not here change a configuration: `revisionBack`. */
const inverses: Readonly<Record<string, Inverse>> = {
  "protection set": protectionBack,
  "user grant": roleBack,
  "user revoke": roleBack,
  "user administrator": administratorBack,
  "user disable": ({ id }) => `user enable ${id}`,
  "user enable": ({ id }) => `user disable ${id}`,
  "user erase": never,
  "key import": revoked("key"),
  ...Object.fromEntries(
    ["key", "token", "feed", "edge-token"].flatMap((group) => [
      [`${group} create`, revoked(group)],
      [`${group} revoke`, never],
    ]),
  ),
};

/** `To undo it: drawbridge undo acme-shop --revision 12` */
export function undoLine({ typed, line }: Pick<Context, "typed" | "line">, made: Made): string {
  const back = (inverses[typed.command.name] ?? revisionBack)(made);
  return back === null ? "This cannot be undone." : `To undo it: ${line(back)}`;
}

/** Every project has a name, so one without an earlier name is new. */
export function isNewProject(differences: readonly Difference[]): boolean {
  return differences.some(({ path, before }) => path === "name" && before === undefined);
}
