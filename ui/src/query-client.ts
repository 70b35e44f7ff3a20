/** Cache of queries. Live updates invalidate them, never a timer. */
import { QueryClient } from "@tanstack/react-query";
import { isAdminError } from "drawbridge-client/admin";
import { connection } from "./server-connection.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A server on this machine answers also where there is no network.
      networkMode: "always",
      staleTime: 60_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 5000),
    },
    // A change is sent once: people see whether it arrived, and no loop repeats it.
    mutations: { networkMode: "always", retry: false },
  },
});

connection.onReturn(() => void queryClient.invalidateQueries());

/** Returns whether the same request may succeed in a moment. */
function isPassing(error: Error): boolean {
  return !isAdminError(error) || error.status >= 500 || error.status === 429;
}
