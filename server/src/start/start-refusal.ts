/** Refuses settings with which the program would start, but not as the operator meant. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopback } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";

/** @throws invalid: with the next step for the operator */
export function refuseStart(settings: Settings, { demo }: { readonly demo: boolean }): void {
  if (demo) refusePublicDemo(settings);
  refuseWithoutToken(settings);
  refuseSharedPort(settings);
}

function refusePublicDemo({ listen, adminListen, edgeListen }: Settings): void {
  if ([listen, adminListen, edgeListen].every(isLoopback)) return;
  throw new DrawbridgeError(
    "invalid",
    "The demo is served on loopback only. Leave out --demo, or set the DRAWBRIDGE_…LISTEN addresses to 127.0.0.1.",
  );
}

/** Nodes that share a database need the token as a setting: a file would be on whichever node started first. */
function refuseWithoutToken({ databaseUrl, adminToken }: Settings): void {
  if (databaseUrl === null || adminToken !== null) return;
  throw new DrawbridgeError(
    "invalid",
    "DRAWBRIDGE_DATABASE_URL requires DRAWBRIDGE_ADMIN_TOKEN: nodes that share a database do not create a first access token " +
      "themselves. Set it to the same 32 to 128 random characters on each node, such as those of: openssl rand -hex 32",
  );
}

/** Servers with stores of their own would give the same app different answers. */
function refuseSharedPort({ sharedPort, databaseUrl }: Settings): void {
  if (!sharedPort || databaseUrl !== null) return;
  throw new DrawbridgeError(
    "invalid",
    "DRAWBRIDGE_SHARED_PORT is for processes with the same data: edges, or nodes that share DRAWBRIDGE_DATABASE_URL. A server with " +
      "the embedded store is one process. Unset it, or run edges of this server on the shared port.",
  );
}
