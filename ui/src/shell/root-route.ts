import { createRootRoute, lazyRouteComponent } from "@tanstack/react-router";
import { connection } from "../server-connection.ts";
import { Shell } from "./shell.tsx";

/** The parent of every screen: the frame around them. */
export const rootRoute = createRootRoute({ component: Shell });

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
