/**
 * Preloads all screens when the browser is idle, so that navigation works during an outage. (A browser that failed to load a
 * module does not retry; only a reload helps.)
 */
import { type AnyRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Milliseconds after the first screen. */
const later = 3000;

export function usePreloadedScreens(): void {
  const router = useRouter();
  useEffect(() => {
    const routes = Object.values(router.routesById) as AnyRoute[];
    const timer = setTimeout(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
    }, later);
    return () => clearTimeout(timer);
  }, [router]);
}
