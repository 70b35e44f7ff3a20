/** Returns whether the demo's project is as `serve --demo` left it: only then does the server change it or make up requests of it. */

import { demoProject } from "drawbridge-rules/project/demo-project.ts";
import type { Store } from "../store/store.ts";

/** The author of the demo's commits, and of those that the server makes itself, such as the daily cleanup. */
export const demoActor = "system";

/**
 * `untouched`: every commit of its history is the server's own. `changed`: there are others, and the project exists or was deleted
 * by one of them. `none`: there never was one.
 */
export type DemoState = "none" | "untouched" | "changed";

const pageSize = 200;

/**
 * Reads the whole history of the project id, so that a project which users create with the id of a deleted demo is not taken for it.
 * @throws unavailable
 */
export async function readDemoState(store: Pick<Store, "history" | "projectRevision">): Promise<DemoState> {
  if ((await store.projectRevision(demoProject)) === 0) return "none";
  for (let before: number | undefined; ; ) {
    const page = await store.history(demoProject, { limit: pageSize, ...(before === undefined ? {} : { before }) });
    if (page.some(({ actor }) => actor !== demoActor)) return "changed";
    const last = page.at(-1);
    if (page.length < pageSize || !last) return "untouched";
    before = last.revision;
  }
}
