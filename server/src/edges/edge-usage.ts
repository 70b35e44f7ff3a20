/** Reports once a minute and at a stop. A report without an answer is repeated under its number. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { ReportedOpening } from "../reads/opening.ts";
import type { ReadUsage } from "../reads/usage/read-usage.ts";
import { chunks, versionRows } from "../reads/usage/usage-writer.ts";
import {
  type EdgeUsageReport,
  type EdgeUsageSink,
  maxReportedRefused,
  maxReportedVersions,
  usagePath,
} from "./edge-usage-report.ts";
import { postToOrigin } from "./origin-stream.ts";

const reportEvery = 60_000;
const longestAnswer = 10_000;

interface EdgeUsageServices {
  readonly usage: ReadUsage;
  readonly origin: string;
  readonly token: string;
  readonly process: string;
  readonly now: () => number;
  readonly log: Log;
}

export class EdgeUsage {
  readonly #services: EdgeUsageServices;
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> = Promise.resolve();
  /** The origin does not have these. While there are any, no other counts are taken. */
  #pending: EdgeUsageReport[] = [];
  #number = 0;

  constructor(services: EdgeUsageServices) {
    this.#services = services;
    this.#timer = setInterval(() => void this.flush(), reportEvery).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  /** @throws unavailable: the origin does not have it */
  readonly record = async (opening: ReportedOpening): Promise<void> => {
    const { process } = this.#services;
    requireTaken(await this.#post({ process, number: ++this.#number, versions: [], refused: [], openings: [opening] }));
  };

  /** For edges that follow this one, which has no store. */
  readonly forward: EdgeUsageSink = async ({ process, number, versions, refused, openings }, token, scope) => {
    const isOwn = ({ project }: { readonly project: string }) => scope.has({ project, kind: "project" });
    const own = { versions: versions.filter(isOwn), refused: refused.filter(isOwn), openings: openings?.filter(isOwn) };
    requireTaken(await this.#post({ process: `${token}/${process}`, number, ...own }));
  };

  async #send(): Promise<void> {
    if (this.#pending.length === 0) this.#pending = this.#taken();
    for (let report = this.#pending[0]; report; report = this.#pending[0]) {
      const status = await this.#post(report);
      if (status === 404) this.#pending = [];
      else if (status === 204) this.#pending.shift();
      else if (status === 400 || status === 413) {
        this.#pending.shift();
        this.#services.log.error({ event: "usage.refused", status }, "The origin rejected this edge's counts; they are lost");
      } else return;
    }
  }

  #taken(): EdgeUsageReport[] {
    const { usage, process, now } = this.#services;
    usage.forgetOld(now());
    // The use of keys is only reported by servers; refused queries keep no key in use.
    usage.takeGone();
    const taken = usage.take();
    const rows = versionRows(taken.versions, "edge");
    const versions = rows.map(({ project, platform, version, hour, counts }) => ({ project, platform, version, hour, counts }));
    // Apart, since both together would be too long.
    return [
      ...chunks(versions, maxReportedVersions).map((some) => ({ versions: some, refused: [] })),
      ...chunks(taken.refused, maxReportedRefused).map((some) => ({ versions: [], refused: some })),
    ].map((counts) => ({ process, number: ++this.#number, ...counts }));
  }

  #post(report: EdgeUsageReport): Promise<number | null> {
    return postToOrigin(this.#services, usagePath, JSON.stringify(report), AbortSignal.timeout(longestAnswer));
  }
}

/** @throws unavailable. An origin that counts nothing of edges answers 404 */
function requireTaken(status: number | null): void {
  if (status !== 204 && status !== 404)
    throw new DrawbridgeError("unavailable", `The origin of this edge answers ${status ?? "nothing"}.`);
}
