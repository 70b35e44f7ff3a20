/**
 * Checks new names and links: the text that people review must be the text that phones open and history shows. Only new texts are
 * checked. Texts stored before this rule are served, kept and applied unchanged, until they are edited.
 */

import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { joinPath } from "../values/dotted-path.ts";
import type { Problem } from "../values/errors.ts";
import { hiddenProblem } from "../values/hidden-character.ts";
import { linkProblem } from "../versions/store-link.ts";
import type { StoreLinks } from "../versions/store-link-schema.ts";

interface Text {
  /** Path in the manifest; for resources that are not in it, in their own form. */
  readonly path: string;
  readonly text: string;
  readonly problemOf: (text: string) => string | null;
}

/** @param changes effective changes; the cost depends on their size */
export function newTextProblems(state: ProjectState, changes: readonly Edit[]): Problem[] {
  return changes.flatMap((edit) => {
    const held = state[edit.kind].get(edit.id)?.value ?? null;
    const before = new Map(textsOf({ ...edit, value: held } as Edit).map(({ path, text }) => [path, text]));
    return textsOf(edit).flatMap(({ path, text, problemOf }) => {
      const message = before.get(path) === text ? null : problemOf(text);
      return message === null ? [] : [{ path, message }];
    });
  });
}

function textsOf(edit: Edit): Text[] {
  if (edit.value === null) return [];
  switch (edit.kind) {
    case "project":
      return [nameAt("name", edit.value.name), ...linksAt("stores", edit.value.stores)];
    case "platform":
      return linksAt(joinPath(joinPath("platforms", edit.id), "stores"), edit.value.stores);
    case "instance":
      return namesAt(joinPath(joinPath("instances", edit.id), "name"), edit.value.name);
    case "read_key":
    case "feed_token":
    case "access_token":
    case "edge_token":
      return [nameAt("name", edit.value.name)];
    default:
      return [];
  }
}

function nameAt(path: string, text: string): Text {
  return { path, text, problemOf: hiddenProblem };
}

function namesAt(path: string, name: string | Readonly<Record<string, string>>): Text[] {
  if (typeof name === "string") return [nameAt(path, name)];
  return Object.entries(name).map(([language, text]) => nameAt(joinPath(path, language), text));
}

function linksAt(path: string, { android, apple }: StoreLinks): Text[] {
  const links = { android, apple };
  return Object.entries(links).flatMap(([store, text]) =>
    text === null ? [] : [{ path: joinPath(path, store), text, problemOf: linkProblem }],
  );
}
