/** Texts that a project and its platforms hold, with their paths in the manifest; those of windows are with the windows. */
import { findProject, type ProjectState } from "../project/project-state.ts";
import { joinPath } from "../values/dotted-path.ts";
import type { LocalizedText } from "./language.ts";

export interface PlacedText {
  /** In the manifest. */
  readonly path: string;
  readonly texts: LocalizedText;
}

/** Messages, then titles, then the platforms' own messages. Empty for a deleted project. */
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
