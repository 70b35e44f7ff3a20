/** Metrics of requests refused by limits. */

import type { Metric } from "../base/metrics.ts";
import type { ServerLimits } from "../reads/limits/server-limits.ts";

export interface LimitParts {
  readonly limits: ServerLimits;
}

const shed = ["admin", "unknown keys"] as const;

export function limitMetrics({ limits }: LimitParts): Metric[] {
  const { unknownKeys, worthlessTokens, keys, shedding } = limits;
  const refused = { unknown_keys: unknownKeys, worthless_tokens: worthlessTokens, read_keys: keys };
  return [
    {
      name: "drawbridge_rate_limited_requests_total",
      help: "Requests refused with 429, by limit; those of read_keys had a valid key.",
      type: "counter",
      labels: { limit: Object.keys(refused) },
      read: () => Object.entries(refused).map(([limit, table]) => ({ labels: [limit], value: table?.refused ?? 0 })),
    },
    {
      name: "drawbridge_shed_requests_total",
      help: "Requests shed with 503 during an overload, by kind; cached answers are never shed.",
      type: "counter",
      labels: { what: shed.map((what) => what.replace(" ", "_")) },
      read: () => shed.map((what) => ({ labels: [what.replace(" ", "_")], value: shedding.shed(what) })),
    },
    {
      name: "drawbridge_admin_requests_in_flight",
      help: "Requests of admins and feeds in flight.",
      type: "gauge",
      read: () => shedding.adminInFlight,
    },
  ];
}
