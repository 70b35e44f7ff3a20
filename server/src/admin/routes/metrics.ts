/** Metrics for operators, in the Prometheus format. */
import { z } from "zod";
import { printMetrics, type Registry, textFormatType } from "../../base/metrics.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";

interface MetricsServices {
  readonly metrics: Registry;
}

const example = "# HELP drawbridge_projects Projects that there are.\n# TYPE drawbridge_projects gauge\ndrawbridge_projects 1\n";

export function metricsRoutes({ metrics }: MetricsServices): AdminRoute[] {
  return [
    route("getMetrics", {
      // It names the read keys of every project.
      permission: "administrator",
      isForMetricsToken: true,
      isQuiet: true,
      tag: "Status",
      summary: "Get metrics in the Prometheus text format",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` is accepted, too.",
      answers: { 200: { description: "All metrics", schema: z.string(), types: ["text/plain"], example } },
      handle: async () => ({ status: 200, body: printMetrics(metrics), headers: { "content-type": textFormatType } }),
    }),
  ];
}
