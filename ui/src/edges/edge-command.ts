import type { Status } from "drawbridge-rules/wire/status.ts";

/** @param token its text, or a placeholder */
export function edgeCommand(origin: string, token: string): string {
  return [
    `DRAWBRIDGE_EDGE_TOKEN=${token} \\`,
    "DRAWBRIDGE_LISTEN=0.0.0.0:8080 \\",
    "DRAWBRIDGE_DATA=/var/lib/drawbridge \\",
    `drawbridge serve --edge ${origin}`,
  ].join("\n");
}

/** URL for edges to follow. @param page URL of the console, with the server's public name */
export function edgeOrigin(listeners: Status["listeners"], page: string): string {
  const listener = listeners.find(({ serves }) => serves.includes("edge"));
  return !listener || listener.serves.includes("admin") ? page : listener.url;
}
