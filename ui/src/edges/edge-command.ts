/** Shell commands that start an edge, to paste on its machine. */
import type { Status } from "drawbridge-rules/wire/status.ts";

/** @param token its text, or what stands in its place */
export function edgeCommand(origin: string, token: string): string {
  return [
    `DRAWBRIDGE_EDGE_TOKEN=${token} \\`,
    "DRAWBRIDGE_LISTEN=0.0.0.0:8080 \\",
    "DRAWBRIDGE_DATA=/var/lib/drawbridge \\",
    `drawbridge serve --edge ${origin}`,
  ].join("\n");
}

/** Where edges follow a server, as far as it knows. @param page where the console is: what is served there has its name, also behind a proxy */
export function edgeOrigin(listeners: Status["listeners"], page: string): string {
  const listener = listeners.find(({ serves }) => serves.includes("edge"));
  return !listener || listener.serves.includes("admin") ? page : listener.url;
}
