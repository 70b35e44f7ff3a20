/** Tells a client when the page is visible or hidden, online, or restored from the back/forward cache. */
import type { GateClient } from "../core/index.ts";

/** @returns a function that ends it */
export function watchPage(client: GateClient): () => void {
  // A page that a server renders has nothing to watch.
  if (typeof document === "undefined") return () => undefined;
  const follow = () => {
    if (document.visibilityState === "hidden") client.pause();
    else void client.resume();
  };
  if (document.visibilityState === "hidden") client.pause();
  document.addEventListener("visibilitychange", follow);
  addEventListener("online", follow);
  addEventListener("pageshow", followRestored);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    removeEventListener("online", follow);
    removeEventListener("pageshow", followRestored);
  };

  function followRestored({ persisted }: PageTransitionEvent): void {
    if (persisted) follow();
  }
}
