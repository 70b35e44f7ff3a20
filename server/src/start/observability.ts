import type { AdminServices } from "../admin/admin-services.ts";
import { RequestJournal } from "../admin/request/request-journal.ts";
import { isSameText } from "../base/hash.ts";
import { isInNetworks, loggedAddress } from "../base/http/client-address.ts";
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import type { Follower } from "../log/log-follower.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import { ReadCounts } from "../reads/read-counts.ts";
import { ProcessWatch } from "../telemetry/process-watch.ts";
import { type ProgramParts, programMetrics } from "../telemetry/program-metrics.ts";
import type { Listeners } from "./listeners.ts";
import type { ServerOptions } from "./running-server.ts";

interface Watched extends Omit<ProgramParts, "version" | "startedAt" | "watch" | "counts" | "journal" | "listeners"> {
  readonly listeners: Pick<Listeners, "opened" | "status">;
  readonly format: () => number | null;
  readonly objects: () => ObjectsStatus | null;
}

type Observed = Pick<AdminServices, "journal" | "isMetricsToken" | "metrics" | "programStatus">;

export class Observability {
  /** Epoch ms. */
  readonly startedAt = Math.round(performance.timeOrigin);
  readonly counts = new ReadCounts();
  readonly journal: RequestJournal;
  readonly isMetricsToken: (text: string) => boolean;
  readonly #version: string;
  readonly #log: Log;
  readonly #watch: ProcessWatch;

  constructor(settings: Settings, { version, log }: Pick<ServerOptions, "version" | "log">) {
    this.#version = version;
    this.#log = log;
    this.#watch = new ProcessWatch(settings.data, log);
    const isTrusted = isInNetworks(settings.trustedProxies);
    this.journal = new RequestJournal({ log, isTrusted, loggedAddress: loggedAddress(settings) });
    const { metricsToken } = settings;
    this.isMetricsToken = (text) => metricsToken !== null && isSameText(text, metricsToken);
  }

  /** Values and reasons are written by people. */
  readonly follower: Follower = (changes, { revision }, { actor }) => {
    const projects = [...new Set(changes.map(({ project }) => project))];
    const kinds = [...new Set(changes.map(({ kind }) => kind))];
    this.#log.info?.({ event: "commit.applied", revision, actor, projects, kinds }, "Committed");
  };

  services({ listeners, format, objects, ...parts }: Watched): Observed {
    const { startedAt, counts, journal, isMetricsToken } = this;
    const own = { version: this.#version, startedAt, watch: this.#watch, counts, journal };
    const metrics = programMetrics({ ...parts, ...own, objects, listeners: () => listeners.opened });
    const { sources, edges, clock, openings } = parts;
    const programStatus = {
      startedAt,
      listeners: () => listeners.status,
      sources,
      edges: () => edges.hub.size,
      clock,
      openings,
      objects,
      format,
    };
    return { journal, isMetricsToken, metrics, programStatus };
  }

  stop(): void {
    this.#watch.stop();
  }
}
