import { sameValue } from "../changes/document-diff.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { Problem } from "../values/errors.ts";
import { joinPath } from "../values/fields.ts";
import { hiddenProblem } from "../values/hidden-character.ts";
import { linkProblem } from "../versions/store-link.ts";
import type { StoreLinks } from "../versions/store-link-schema.ts";
import type { Guard } from "../wire/guard.ts";
import { hasLanguage, type LocalizedText } from "./language.ts";

export interface PlacedText {
  readonly path: string;
  readonly texts: LocalizedText;
}

export function projectTexts(state: ProjectState): PlacedText[] {
  const project = findProject(state);
  if (!project) return [];
  return [
    ...textsIn("messages", project.messages),
    ...textsIn("titles", project.titles),
    ...[...state.platform].flatMap(([name, { value }]) => textsIn(`${joinPath("platforms", name)}.messages`, value.messages)),
  ];
}

function textsIn(path: string, texts: Readonly<Record<string, LocalizedText | null>>): PlacedText[] {
  return Object.entries(texts).flatMap(([kind, text]) => (text === null ? [] : [{ path: `${path}.${kind}`, texts: text }]));
}

/** Users whose language has no text see the first one. Reports only texts that the change makes incomplete. */
export function firstLanguageGuards(before: ProjectState, after: ProjectState): Guard[] {
  const isSameFirst = findProject(before)?.languages[0] === findProject(after)?.languages[0];
  const windows = isSameFirst ? new Set(after.window.differingFrom(before.window)) : null;
  const known = lacking(before, windows);
  return [...lacking(after, windows)]
    .filter(([path, { texts, first }]) => {
      const was = known.get(path);
      return was?.first !== first || !sameValue(was.texts, texts);
    })
    .map(([path, { first }]) => ({ code: "first_language", path, language: first }));
}

interface Lacking {
  readonly texts: LocalizedText;
  readonly first: string;
}

function lacking(state: ProjectState, windows: ReadonlySet<string> | null): Map<string, Lacking> {
  const project = findProject(state);
  const first = project?.languages[0];
  const found = new Map<string, Lacking>();
  if (!project || first === undefined) return found;
  const note = (path: string, texts: LocalizedText | null) => {
    if (texts && !hasLanguage(Object.keys(texts), first)) found.set(path, { texts, first });
  };
  for (const { path, texts } of projectTexts(state)) note(path, texts);
  for (const id of windows ?? state.window.keys())
    note(joinPath(`windows.${id}`, "message"), state.window.get(id)?.value.message ?? null);
  return found;
}

interface Text {
  /** In the manifest; for resources that are not in it, in their own form. */
  readonly path: string;
  readonly text: string;
  readonly problemOf: (text: string) => string | null;
}

/** Stored texts are served unchanged until they are edited. @param changes effective ones */
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
      return [
        ...ownNameAt(joinPath(joinPath("platforms", edit.id), "name"), edit.value.name),
        ...linksAt(joinPath(joinPath("platforms", edit.id), "stores"), edit.value.stores),
      ];
    case "window":
      return ownNameAt(joinPath(joinPath("windows", edit.id), "title"), edit.value.title);
    case "instance":
      return namesAt(joinPath(joinPath("instances", edit.id), "name"), edit.value.name);
    case "read_key":
    case "token":
      return [nameAt("name", edit.value.name)];
    default:
      return [];
  }
}

function nameAt(path: string, text: string): Text {
  return { path, text, problemOf: hiddenProblem };
}

function ownNameAt(path: string, text: string | null): Text[] {
  return text === null ? [] : [nameAt(path, text)];
}

function namesAt(path: string, name: string | Readonly<Record<string, string>>): Text[] {
  if (typeof name === "string") return [nameAt(path, name)];
  return Object.entries(name).map(([language, text]) => nameAt(joinPath(path, language), text));
}

function linksAt(path: string, links: StoreLinks): Text[] {
  return Object.entries(links).flatMap(([store, text]) =>
    text === null ? [] : [{ path: joinPath(path, store), text, problemOf: linkProblem }],
  );
}
