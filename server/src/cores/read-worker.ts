/** A process that answers reads beside others, on sockets that it inherits from the primary, which starts it and feeds it. */
import { prepareRuntime } from "../../bin/runtime.js";

if (import.meta.main) {
  // As the launcher does it: first the runtime, then what runs on it.
  prepareRuntime();
  const { serveReads } = await import("./serve-reads.ts");
  serveReads();
}
