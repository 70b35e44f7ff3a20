/** Tells a client when the page is visible or hidden, online, or restored from the back/forward cache. */
import type { GateClient } from "../core/index.ts";

/** @param leave called when the user leaves the tab, or the screen of a page without loads @returns a function that ends it */
export function watchPage(client: GateClient, leave = (): void => undefined): () => void {
  // A page that a server renders has nothing to watch.
  if (typeof document === "undefined") return () => undefined;
  const follow = () => {
    if (document.visibilityState !== "hidden") return void client.resume();
    leave();
    client.pause();
  };
  if (document.visibilityState === "hidden") client.pause();
  document.addEventListener("visibilitychange", follow);
  addEventListener("online", follow);
  addEventListener("pageshow", followRestored);
  addEventListener("popstate", leave);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    removeEventListener("online", follow);
    removeEventListener("pageshow", followRestored);
    removeEventListener("popstate", leave);
  };

  function followRestored({ persisted }: PageTransitionEvent): void {
    if (persisted) follow();
  }
}
