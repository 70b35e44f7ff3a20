/**
 * Keeps something in force only while somebody is there who wants it: it lasts for the length of a lease, and is renewed in good
 * time. Who renews and is gone (kill -9, a machine that lost its power) leaves nothing behind but the rest of the lease.
 */
import { setTimeout } from "node:timers/promises";

export const shortestLease = 30_000;
export const longestLease = 3_600_000;

export interface Leased {
  /** `ended`: somebody ended it on purpose, and it is not to be brought back. Throws what is in the way for now. */
  renew(): Promise<"renewed" | "unchanged" | "ended">;
  /** Is told once when renewing begins to fail, and each time that the reason is another. */
  onTrouble(error: unknown): void;
  onRecovery(): void;
}

/** Less is not worth a commit, unless half of the lease has gone. The server counts the same way. */
const worthRenewing = 60_000;

/** Milliseconds between two looks at it, and between two attempts while it cannot be renewed. */
export function pausesOf(length: number): { readonly usual: number; readonly retry: number } {
  return { usual: length / 3, retry: Math.min(10_000, length / 12) };
}

/** Of a lease of that length, so long after it was renewed. */
export function isWorthRenewing(length: number, elapsed: number): boolean {
  return elapsed >= Math.min(worthRenewing, length / 2);
}

/**
 * Until `released`, or until it was ended by somebody: `true` then. The lease begins as this is called. Never rejects.
 * @param length ms
 */
export async function keepLease(length: number, leased: Leased, released: AbortSignal): Promise<boolean> {
  const { usual, retry } = pausesOf(length);
  let renewedAt = performance.now();
  let trouble: string | null = null;
  while (await passes(trouble === null ? usual : retry, released)) {
    // Counted from before it is asked for: the server may take its time to answer.
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
