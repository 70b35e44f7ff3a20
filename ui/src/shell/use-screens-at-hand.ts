/**
 * The files of all screens, fetched when there is nothing else to do: whoever goes to another screen while the server is away
 * finds it. (A browser that could not fetch a module once does not try again, and only a reload helps.)
 */
import { type AnyRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Milliseconds after the first screen. */
const later = 3000;

export function useScreensAtHand(): void {
  const router = useRouter();
  useEffect(() => {
    const routes = Object.values(router.routesById) as AnyRoute[];
    const timer = setTimeout(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
    }, later);
    return () => clearTimeout(timer);
  }, [router]);
}
