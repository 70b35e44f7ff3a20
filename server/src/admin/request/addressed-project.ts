/** The project that a request addresses. */
import { isSlug } from "drawbridge-rules/project/project.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Publisher } from "../../log/publisher.ts";

/** The part of a request that its path gives. */
interface Addressed {
  readonly params: Readonly<Record<string, string>>;
}

/** @throws not_found: no project can have such an id */
export function readProjectId({ params }: Addressed): string {
  const id = params.project ?? "";
  if (!isSlug(id)) throw projectNotFound();
  return id;
}

/** The project, and the epoch for its entity tags. @throws not_found, unavailable */
export async function loadProjectState(
  { publisher }: { readonly publisher: Publisher },
  request: Addressed,
): Promise<{ readonly state: ProjectState; readonly epoch: string }> {
  const { state, head } = await publisher.read(readProjectId(request));
  if (!findProject(state)) throw projectNotFound();
  return { state, epoch: head.epoch };
}

export function projectNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is no such project.");
}
