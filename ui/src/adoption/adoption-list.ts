/** Counts are no commits, so they are polled. */
import type { AdoptionQuery } from "drawbridge-rules/wire/adoption.ts";
import { admin, projectQuery } from "../server-connection.ts";

export const dayTrafficQuery = projectQuery("adoption", (project) => admin.getAdoption({ project }), {
  refetchInterval: 60_000,
});

/** The first is the default; the words are in the address. */
export const periods = ["days", "hours", "quarter", "year"] as const;
export type Period = (typeof periods)[number];

const spans: Readonly<Record<Period, AdoptionQuery>> = {
  days: { days: 14 },
  hours: { hours: 336 },
  quarter: { days: 90 },
  year: { days: 400 },
};

export const adoptionQuery = projectQuery(
  "adoption",
  (project, period: Period) => admin.getAdoption({ project, ...spans[period] }),
  { refetchInterval: 600_000 },
);
