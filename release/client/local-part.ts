import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

throw new DrawbridgeError(
  "unavailable",
  "--local needs the server's program: this is the command line alone. Run it where the server is.",
  [],
);
