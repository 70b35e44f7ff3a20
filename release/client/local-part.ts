/** Replaces the code that opens a local store, in the client's bundle. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

throw new DrawbridgeError(
  "unavailable",
  "--local needs the server's program: this is the command line alone. Run it where the server is.",
  [],
);
