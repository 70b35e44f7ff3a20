import { counted } from "../texts/formats.ts";

export const adoptionTexts = {
  title: "Adoption: share of requests",
  period: "Adoption period",
  periods: { days: "14 days", hours: "14 days, hourly", quarter: "90 days", year: "400 days" },
  chart: (platform: string) => `Versions of ${platform} over time`,
  requests: (count: number) => counted(count, "# request", "# requests"),
  others: "All others",
  none: "no requests",
  at: (when: string, requests: string) => `${when} · ${requests}`,
  utcDay: (day: string) => `${day} (UTC)`,
  shareOf: (version: string, share: string) => `${version} ${share}`,
  table: "As a table",
  time: "Time",
  count: "Requests",
  note: "Requests, not users: an app asks several times a day.",
};
