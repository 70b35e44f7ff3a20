import { findZone } from "drawbridge-rules/values/time-zones.ts";
import { printTimeZones } from "drawbridge-rules/values/zone-document.ts";
import { timeZones, zoneSource } from "../../base/zone-data.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";

/** Time zones by this server's data, so that clients show its times even where their own data differ. */
export function timeZoneRoutes(): AdminRoute[] {
  return [
    route("getTimeZones", {
      permission: "signed_in",
      isQuiet: true,
      tag: "Status",
      summary: "Get the time zones",
      description: "Changes of each zone's offset from UTC since 1969, and the rule of later years.",
      answers: { 200: { description: "Time zones by this server's data" } },
      handle: async ({ query: { zone } }) => ({ status: 200, body: zone === undefined ? await timeZones() : oneZone(zone) }),
    }),
  ];
}

function oneZone(name: string) {
  const table = findZone(name)?.table;
  return printTimeZones(zoneSource().version, new Map(table ? [[name, table]] : []));
}
