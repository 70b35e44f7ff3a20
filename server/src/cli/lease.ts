/** Maintenance on a lease: lasts as long as it is renewed. After a crash (kill -9, power loss), only the rest of the lease remains. */

import { setTimeout } from "node:timers/promises";
import { type AdminClient, isAdminError, isNotFound, isUnreachable, type VerbOptions } from "drawbridge-client/admin";
import { printDuration } from "drawbridge-rules/values/duration.ts";
import type { ListedOccurrence, MaintenanceAnswer, OccurrenceTimes, StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import { instantText } from "./output.ts";

export const minLease = 30_000;
export const maxLease = 3_600_000;

export interface Leased {
  /** `ended`: a person ended it deliberately, so it must not be restarted. Throws on a temporary failure. */
  renew(): Promise<"renewed" | "unchanged" | "ended">;
  /** Called when renewing begins to fail, and whenever the reason changes. */
  onTrouble(error: unknown): void;
  onRecovery(): void;
}

/** Less is not worth a commit, unless half of the lease has gone. The server counts the same way. */
const worthRenewing = 60_000;

/** Milliseconds between two looks at it, and between two attempts while it cannot be renewed. */
export function renewalIntervals(length: number): { readonly usual: number; readonly retry: number } {
  return { usual: length / 3, retry: Math.min(10_000, length / 12) };
}

/** Returns whether a lease of `length` ms should be renewed `elapsed` ms after its last renewal. */
export function isWorthRenewing(length: number, elapsed: number): boolean {
  return elapsed >= Math.min(worthRenewing, length / 2);
}

/**
 * Renews until `released`, or until a person ends the lease: only then true. The lease starts with this call. Never rejects.
 * @param length ms
 */
export async function renewUntilReleased(length: number, leased: Leased, released: AbortSignal): Promise<boolean> {
  const { usual, retry } = renewalIntervals(length);
  let renewedAt = performance.now();
  let trouble: string | null = null;
  while (await passes(trouble === null ? usual : retry, released)) {
    // Counted from before the request: the server may take time to answer.
    const at = performance.now();
    if (trouble === null && !isWorthRenewing(length, at - renewedAt)) continue;
    try {
      const result = await leased.renew();
      if (result === "ended") return true;
      if (result === "renewed") renewedAt = at;
      if (trouble !== null) leased.onRecovery();
      trouble = null;
    } catch (error) {
      const reason = String(error);
      if (reason !== trouble) leased.onTrouble(error);
      trouble = reason;
    }
  }
  return false;
}

/** False: released before. */
async function passes(ms: number, released: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(ms, null, { signal: released });
    return true;
  } catch {
    return false;
  }
}

interface LeasedMaintenanceRequest {
  readonly project: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly start: StartRequest;
  readonly options: VerbOptions;
}

/** Milliseconds to wait for an answer: a server that gives none must not use up the lease. */
export function requestTimeout(lease: number): number {
  return Math.min(10_000, lease / 6);
}

/** Milliseconds between attempts to end it; then the lease will. */
const pauses = [1_000, 2_000, 4_000, 8_000];

export class LeasedMaintenance implements Leased {
  readonly project: string;
  readonly #request: LeasedMaintenanceRequest;
  readonly #client: AdminClient;
  readonly #say: (text: string) => void;
  #last: OccurrenceTimes | null = null;

  constructor(request: LeasedMaintenanceRequest, client: AdminClient, say: (text: string) => void) {
    this.project = request.project;
    this.#request = request;
    this.#client = client;
    this.#say = say;
  }

  /** State in the server's last answer. */
  get last(): OccurrenceTimes {
    if (!this.#last) throw new Error("no maintenance was started");
    return this.#last;
  }

  /** @throws AdminError, AdminUnreachable */
  async start(): Promise<void> {
    const { window, start, end } = await this.#start();
    const isNew = Date.parse(end) - Date.parse(start) === this.#request.lease;
    if (isNew) this.#say(`maintenance ${window} is active until the command ends`);
    else this.#say(`maintenance ${window} was already active, since ${instantText(start)}; it ends with the command`);
  }

  /** @throws AdminError, AdminUnreachable */
  async renew(): Promise<"renewed" | "unchanged" | "ended"> {
    const { project, lease, options } = this.#request;
    const { occurrence } = this.last;
    try {
      const answer = await this.#client.extendMaintenance({
        project,
        body: { occurrence, lease: printDuration(lease) },
        ...options,
      });
      this.#last = answer;
      return answer.changed ? "renewed" : "unchanged";
    } catch (error) {
      if (!isConflict(error)) throw error;
      return this.#startAgain(error);
    }
  }

  /** The maintenance is over: it ran out, or a person ended it. @param error the reason that extending it failed */
  async #startAgain(error: unknown): Promise<"renewed" | "ended"> {
    const before = this.last;
    const { window } = before;
    const found = await this.#find();
    if (found?.state === "in_force") throw error;
    if (!found || found.end < before.end) {
      this.#last = found ?? before;
      this.#say(
        `maintenance ${window} was ended elsewhere${found ? ` at ${instantText(found.end)}` : ""}; the command continues without it`,
      );
      return "ended";
    }
    await this.#start();
    this.#say(`maintenance ${window} had expired at ${instantText(before.end)} and was started again`);
    return "renewed";
  }

  onTrouble(error: unknown): void {
    const { window, end } = this.last;
    this.#say(`maintenance ${window} could not be renewed and ends at ${instantText(end)}; retrying: ${reasonOf(error)}`);
  }

  onRecovery(): void {
    this.#say(`maintenance ${this.last.window} was renewed until ${instantText(this.last.end)}`);
  }

  /** Tries for a while. @param impatience then only once @throws AdminError, AdminUnreachable */
  async complete(impatience: AbortSignal): Promise<OccurrenceTimes> {
    const { project, options } = this.#request;
    const { occurrence, window } = this.last;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await this.#client.completeMaintenance({ project, body: { occurrence }, ...options });
        this.#last = answer;
        this.#say(
          answer.changed
            ? `maintenance ${window} ended: it was active from ${instantText(answer.start)} to ${instantText(answer.end)}`
            : `maintenance ${window} had ended before the command, at ${instantText(answer.end)}`,
        );
        return answer;
      } catch (error) {
        if (!isPassing(error) || impatience.aborted) throw error;
        if (attempt === 0) this.#say(`maintenance ${window} could not be ended yet; retrying: ${reasonOf(error)}`);
        if (!(await passesUnless(pauses[attempt], impatience))) throw error;
      }
    }
  }

  async #start(): Promise<MaintenanceAnswer> {
    const { project, start, options } = this.#request;
    const answer = await this.#client.startMaintenance({ project, body: start, ...options });
    this.#last = answer;
    return answer;
  }

  async #find(): Promise<ListedOccurrence | undefined> {
    const { occurrence, start } = this.last;
    const { occurrences } = await this.#client.listMaintenance({ project: this.#request.project, from: start, limit: 1_000 });
    return occurrences.find((each) => each.occurrence === occurrence);
  }
}

/** The maintenance is not in force, or does not exist. */
function isConflict(error: unknown): boolean {
  return isNotFound(error) || (isAdminError(error) && error.code === "conflict");
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Worth another attempt. */
function isPassing(error: unknown): boolean {
  return isUnreachable(error) || (isAdminError(error) && error.status >= 500);
}

async function passesUnless(ms: number | undefined, impatience: AbortSignal): Promise<boolean> {
  if (ms === undefined) return false;
  try {
    await setTimeout(ms, null, { signal: impatience });
    return true;
  } catch {
    return false;
  }
}
