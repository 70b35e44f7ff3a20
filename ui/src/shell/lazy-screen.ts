/** Screen that is loaded on navigation; during an outage, loading is retried when the server is back. */
import { lazyRouteComponent } from "@tanstack/react-router";
import { connection } from "../server-connection.ts";

/** `lazyScreen(() => import("./instances-screen.tsx"), "InstancesScreen")` */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => load().catch(() => loadAgain(load)), name);
}

/** The router reloads a page whose files are gone, as after an update; while the server is unreachable, a reload would fail. */
async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  await connection.answering();
  return load();
}
