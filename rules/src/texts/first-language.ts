/** Users whose language has no text see the first language: without that one, they see a text they cannot read. */

import { sameValue } from "../changes/document-diff.ts";
import type { Refusal } from "../changes/refusal.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { joinPath } from "../values/fields.ts";
import { hasLanguage, type LocalizedText } from "./language.ts";
import { projectTexts } from "./project-texts.ts";

/** Reports only texts that the change makes incomplete: an earlier one stops no other edit. */
export function firstLanguageRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const isSameFirst = findProject(before)?.languages[0] === findProject(after)?.languages[0];
  const windows = isSameFirst ? new Set(after.window.differingFrom(before.window)) : null;
  const known = lacking(before, windows);
  return [...lacking(after, windows)]
    .filter(([path, { texts, first }]) => {
      const was = known.get(path);
      return was?.first !== first || !sameValue(was.texts, texts);
    })
    .map(([path, { first }]) => ({
      guard: "first_language",
      path,
      message: `has no text in ${first}, the project's first language: users whose language is missing see the text in another one`,
    }));
}

interface Lacking {
  readonly texts: LocalizedText;
  readonly first: string;
}

/** @param windows to check; null: all */
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
