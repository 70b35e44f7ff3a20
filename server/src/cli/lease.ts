/**
 * Keeps something in force while this process runs: it lasts for the length of a lease, and is renewed in good time. After a
 * crash (kill -9, power loss), only the rest of the lease remains.
 */
import { setTimeout } from "node:timers/promises";

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
