/** The running program from an operator's point of view. */
import { MetricsText } from "./metrics-text.ts";
import { type Program, type ProgramOptions, startProgram } from "./running-program.ts";

/** Opens `/metrics` and `/status` only. */
export const metricsToken = "watching-0123456789-0123456789-0123456789";

export interface WatchedProgram extends Program {
  /** A request to the admin address with the metrics token. */
  watch(path: string, init?: RequestInit): Promise<Response>;
  metrics(): Promise<MetricsText>;
}

export async function startWatched(options: ProgramOptions): Promise<WatchedProgram> {
  const program = await startProgram({ ...options, env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken, ...options.env } });
  const watch = (path: string, init: RequestInit = {}) =>
    fetch(program.urls.admin + path, { headers: { authorization: `Bearer ${metricsToken}` }, ...init });
  const metrics = async () => new MetricsText(await (await watch("/metrics")).text());
  return { ...program, watch, metrics };
}
