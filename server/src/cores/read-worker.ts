/** A worker process that answers reads on sockets inherited from the primary, which starts and feeds it. */
import { prepareRuntime } from "../../bin/runtime.js";

if (import.meta.main) {
  // Like the launcher: prepares the runtime before importing the program.
  prepareRuntime();
  const { serveReads } = await import("./serve-reads.ts");
  serveReads();
}
