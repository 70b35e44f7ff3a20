import type { Override } from "../occurrence/occurrence.ts";
import { parseInstance, printInstance } from "../project/instance.ts";
import type { Kind } from "../project/kind.ts";
import { parseProject, printProject } from "../project/project.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit, Protection, ResourceValues } from "../project/resource.ts";
import type { ProblemSink } from "../values/errors.ts";
import { printInstant } from "../values/instant.ts";
import { parsePlatform, printPlatform } from "../versions/platform-schema.ts";
import { type MaintenanceWindow, parseWindow, printWindow } from "../windows/maintenance-window.ts";
import { editPath } from "./edit.ts";

type Named = Pick<Edit, "kind" | "id">;

/** The existence of credentials and members is all that could be compared. */
export function printForm({ kind, id }: Named, value: object): object {
  switch (kind) {
    case "project":
      return printProject(value as ResourceValues["project"]);
    case "platform":
      return printPlatform(value as ResourceValues["platform"], id);
    case "instance":
      return printInstance(value as ResourceValues["instance"]);
    case "window":
      return printWindow(value as MaintenanceWindow);
    case "protection": {
      const { fourEyes, reasonRequired } = value as Protection;
      return { four_eyes: fourEyes, reason_required: reasonRequired };
    }
    case "manifest":
      return (value as ResourceValues["manifest"]).document;
    case "override": {
      const { start, end, ...others } = value as Override;
      return { ...others, start: start && printInstant(start), end: end && printInstant(end) };
    }
    default:
      return {};
  }
}

/** Null, with problems: valid forms merged can be invalid together. */
export function parseForm(state: ProjectState, { kind, id, value }: Edit, form: object, problems: ProblemSink): unknown {
  const path = editPath({ kind, id });
  switch (kind) {
    case "project":
      return parseProject(form as Readonly<Record<string, unknown>>, state.id, "", problems);
    case "platform":
      return parsePlatform(form, path, id, problems);
    case "instance":
      return parseInstance(form, path, id, problems);
    case "window": {
      const { origin } = state.window.get(id)?.value ?? (value as MaintenanceWindow);
      return parseWindow(form, path, origin, problems);
    }
    case "protection": {
      const { four_eyes, reason_required } = form as Readonly<Record<string, boolean>>;
      return { fourEyes: four_eyes, reasonRequired: reason_required };
    }
    case "manifest":
      return { document: form };
    case "override": {
      const { start, end, ...others } = form as Readonly<Record<string, string | null>>;
      return { ...others, start: start && Date.parse(start), end: end && Date.parse(end) };
    }
    default:
      return value;
  }
}

const roots: Partial<Record<Kind, string>> = {
  ...{ platform: "platforms", instance: "instances", window: "windows", protection: "protection" },
  ...{ read_key: "keys", token: "tokens", grant: "members" },
};

/** Keys that lead to the resource in a document of the project. */
export function formKeys({ kind, id }: Named): string[] {
  const at = id.indexOf("/");
  if (kind === "override") return ["windows", id.slice(0, at), "occurrences", id.slice(at + 1)];
  const root = roots[kind];
  return root === undefined ? [] : id === "" ? [root] : [root, id];
}

/** Undefined means the window does not choose. */
export type Scope = readonly [platforms: unknown, instances: unknown];

/** Merged apart, `platforms` and `instances` could cover everything, or contradict each other. */
export function withScope(kind: Kind, form: object): object {
  const { platforms, instances, ...rest } = form as Record<string, unknown>;
  return kind === "window" ? { ...rest, scope: [platforms, instances] satisfies Scope } : form;
}

export function withoutScope(form: object): object {
  const { scope, ...rest } = form as { readonly scope?: Scope };
  if (scope === undefined) return form;
  const [platforms, instances] = scope;
  return { ...(platforms === undefined ? {} : { platforms }), ...(instances === undefined ? {} : { instances }), ...rest };
}
