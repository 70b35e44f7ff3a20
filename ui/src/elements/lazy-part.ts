import { type ComponentType, lazy } from "react";
import { connection } from "../server-connection.ts";

/** A part of a screen that is loaded on use. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(reloadPage) }));
}

/** A browser never loads a module again that it could not load once. Drafts survive a reload. */
async function reloadPage(): Promise<never> {
  await connection.answering();
  location.reload();
  return new Promise(() => undefined);
}
