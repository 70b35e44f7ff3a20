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

/** @throws not_found, unavailable */
export async function stateOf({ publisher }: Workings, request: Pick<AdminRequest, "params">): Promise<ProjectState> {
  const state = await publisher.state(projectIn(request));
  if (!projectOf(state)) throw noProject();
  return state;
}

export function noProject(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is no such project.");
}
