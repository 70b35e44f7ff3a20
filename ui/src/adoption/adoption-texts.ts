import { counted } from "../texts/formats.ts";

export const adoptionTexts = {
  period: "Adoption period",
  noneInPeriod: "No requests in this period.",
  only: (version: string, count: number) => `All ${counted(count, "# request", "# requests")} came from ${version}.`,
  periods: { days: "14 days", hours: "14 days, hourly", quarter: "90 days", year: "400 days" },
  chart: (platform: string) => `Versions of ${platform} over time`,
  requests: (count: number) => counted(count, "# request", "# requests"),
  others: "All others",
  none: "no requests",
  at: (when: string, requests: string) => `${when} · ${requests}`,
  utcDay: (day: string) => `${day} (UTC)`,
  shareOf: (version: string, share: string) => `${version} ${share}`,
};
