/** Whoever's language has no text is shown the first one's: where that is missing too, somebody reads what they cannot. */

import { sameValue } from "../changes/document-diff.ts";
import type { Refusal } from "../changes/refusal.ts";
import { type ProjectState, projectOf } from "../project/project-state.ts";
import { below } from "../values/fields.ts";
import { isIn, type LocalizedText } from "./language.ts";

/** Only what the change brings about: a text that lacks it and was so before stops no other edit. */
export function firstLanguageRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const isSameFirst = projectOf(before)?.languages[0] === projectOf(after)?.languages[0];
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
      message: `has no text in ${first}, the project's first language: whoever's language it lacks is shown another one`,
    }));
}

interface Lacking {
  readonly texts: LocalizedText;
  readonly first: string;
}

/** @param windows to check; null: all */
function lacking(state: ProjectState, windows: ReadonlySet<string> | null): Map<string, Lacking> {
  const project = projectOf(state);
  const first = project?.languages[0];
  const found = new Map<string, Lacking>();
  if (!project || first === undefined) return found;
  const note = (path: string, texts: LocalizedText | null) => {
    if (texts && !isIn(Object.keys(texts), first)) found.set(path, { texts, first });
  };
  for (const [kind, texts] of Object.entries(project.messages)) note(`messages.${kind}`, texts);
  for (const id of windows ?? state.window.keys())
    note(below(`windows.${id}`, "message"), state.window.get(id)?.value.message ?? null);
  return found;
}
