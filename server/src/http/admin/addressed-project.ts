/** The project that a path names. */
import { DrawbridgeError } from "../../domain/errors.ts";
import { isSlug } from "../../domain/project.ts";
import { type ProjectState, projectOf } from "../../domain/project-state.ts";
import type { AdminRequest, Workings } from "./admin-route.ts";

/** @throws not_found: no project can have such an id */
export function projectIn({ params }: Pick<AdminRequest, "params">): string {
  const id = params.project ?? "";
  if (!isSlug(id)) throw noProject();
  return id;
}

/** The project, and the epoch that its entity tags are of. @throws not_found, unavailable */
export async function stateOf(
  { publisher }: Pick<Workings, "publisher">,
  request: Pick<AdminRequest, "params">,
): Promise<{ readonly state: ProjectState; readonly epoch: string }> {
  const { state, head } = await publisher.read(projectIn(request));
  if (!projectOf(state)) throw noProject();
  return { state, epoch: head.epoch };
}

/** Before anything else of the request is looked at: whoever asks for a project that is not there is told that alone. @throws not_found, unavailable */
export async function mustBeThere(workings: Pick<Workings, "publisher">, request: Pick<AdminRequest, "params">): Promise<void> {
  await stateOf(workings, request);
}

export function noProject(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is no such project.");
}
