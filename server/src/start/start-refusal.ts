/** Settings with which this program would start, and not be what somebody meant. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopback } from "../base/address.ts";
import type { Settings } from "../settings.ts";

/** @throws invalid: with what to do */
export function refuseStart(settings: Settings, { demo }: { readonly demo: boolean }): void {
  if (demo) refusePublicDemo(settings);
  refuseWithoutToken(settings);
}

function refusePublicDemo({ listen, configListen, maintenanceListen, adminListen, edgeListen }: Settings): void {
  if ([listen, configListen, maintenanceListen, adminListen, edgeListen].every(isLoopback)) return;
  throw new DrawbridgeError(
    "invalid",
    "The demo is served on loopback only. Leave out --demo, or set the DRAWBRIDGE_…LISTEN addresses to 127.0.0.1.",
  );
}

/** Many nodes share a database, and no file: one would have to be found on the node that was the first to start. */
function refuseWithoutToken({ databaseUrl, adminToken }: Settings): void {
  if (databaseUrl === null || adminToken !== null) return;
  throw new DrawbridgeError(
    "invalid",
    "With DRAWBRIDGE_DATABASE_URL, DRAWBRIDGE_ADMIN_TOKEN is needed: nodes that share a database make no first access token " +
      "by themselves. Set it to the same 32 to 128 random characters on each node, such as those of: openssl rand -hex 32",
  );
}
