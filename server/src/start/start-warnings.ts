import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopback } from "../base/address.ts";
import type { RuntimeOrigin } from "../base/program-files.ts";
import type { Settings } from "../base/settings.ts";

/** @throws invalid */
export function refuseStart(settings: Settings, { demo }: { readonly demo: boolean }): void {
  const { listen, adminListen, edgeListen, databaseUrl, adminToken, sharedPort } = settings;
  if (demo && ![listen, adminListen, edgeListen].every(isLoopback))
    throw new DrawbridgeError(
      "invalid",
      "The demo is served on loopback only. Leave out --demo, or set the DRAWBRIDGE_…LISTEN addresses to 127.0.0.1.",
    );
  // Nodes that share a database need the token as a setting: a file would be on whichever node started first.
  if (databaseUrl !== null && adminToken === null)
    throw new DrawbridgeError(
      "invalid",
      "DRAWBRIDGE_DATABASE_URL requires DRAWBRIDGE_ADMIN_TOKEN: nodes that share a database do not create a first access token " +
        "themselves. Set it to the same 32 to 128 random characters on each node, such as those of: openssl rand -hex 32",
    );
  // Servers with stores of their own would give the same app different answers.
  if (sharedPort && databaseUrl === null)
    throw new DrawbridgeError(
      "invalid",
      "DRAWBRIDGE_SHARED_PORT is for processes with the same data: edges, or nodes that share DRAWBRIDGE_DATABASE_URL. A server with " +
        "the embedded store is one process. Unset it, or run edges of this server on the shared port.",
    );
}

/** The last security release of Node 26: older ones have published vulnerabilities. */
export const runtimeFloor = "26.12.1";

const floorReleased = "21 October 2026";

/** When the floor was last compared with the list of security releases; `doctor` prints it. */
export const floorReviewed = "2026-11-22";

const actions: Readonly<Record<RuntimeOrigin, string>> = {
  executable: "It is inside the executable: replace that with one that was built with a newer Node, or use the container image.",
  package: `npm has no newer one for every platform. Install Node ${runtimeFloor} or newer from nodejs.org and start the program with it: node server/bin/drawbridge.js serve. The container image has it too.`,
  machine: `Install Node ${runtimeFloor} or newer.`,
};

/** @param version `v26.1.0` or `26.1.0`; null at the floor and above */
export function runtimeWarning(version: string, origin: RuntimeOrigin): string | null {
  if (versionNumber(version) >= versionNumber(runtimeFloor)) return null;
  return `Node ${version.replace(/^v/, "")} lacks the security fixes of ${runtimeFloor} (${floorReleased}). ${actions[origin]}`;
}

/** The reader of a start can only change a Node of their own. */
export function startWarning(version: string, origin: RuntimeOrigin): string | null {
  return origin === "machine" ? runtimeWarning(version, origin) : null;
}

/** Orders versions, whose parts are below 1 000. */
function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, "").split(".").map(Number.parseFloat);
  return (major * 1_000 + minor) * 1_000 + patch;
}

/** An https address is always that of a proxy; unless it is trusted, limits and logs see only its address. */
export function proxyWarning({ publicUrl, trustedProxies }: Pick<Settings, "publicUrl" | "trustedProxies">): string | null {
  if (publicUrl === null || !publicUrl.startsWith("https:") || trustedProxies.length > 0) return null;
  return (
    "DRAWBRIDGE_PUBLIC_URL is https, so there is a proxy in front, but DRAWBRIDGE_TRUSTED_PROXIES names none: all clients count as " +
    "one address, and a client that guesses passwords slows down every sign-in. Set it to the proxy's address, such as 127.0.0.1."
  );
}
