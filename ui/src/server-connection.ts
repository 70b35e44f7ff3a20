/**
 * The one way to the server, watched: that it is away, or that nobody is signed in any more, is noticed at whatever request
 * comes first, and said in one place. While it is away it is asked again and again, less and less often.
 */
import { type AdminClient, createAdminClient, isNotFound } from "drawbridge-client/admin";
import { fillPath } from "drawbridge-rules/api/paths.ts";
import { useSyncExternalStore } from "react";

export interface ServerState {
  /** Epoch ms; null: it answers. */
  readonly awaySince: number | null;
  /** A request was refused because nobody is signed in. */
  readonly isSignedOut: boolean;
}

/** Milliseconds between two tries while the server is away; the last is kept. */
const pauses = [1000, 2000, 4000, 8000, 15_000];
/** What a proxy says when what is behind it does not answer. */
const gatewayStatuses = [502, 503, 504];
const probe = fillPath("getStatus", {});

export class ServerConnection {
  #state: ServerState = { awaySince: null, isSignedOut: false };
  readonly #watchers = new Set<() => void>();
  readonly #returned = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  get state(): ServerState {
    return this.#state;
  }

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Called each time that the server answers again after it was away. */
  onReturn(returned: () => void): () => void {
    this.#returned.add(returned);
    return () => this.#returned.delete(returned);
  }

  /** Of the client library. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    let response: Response;
    try {
      response = await globalThis.fetch(input, init);
    } catch (error) {
      // Somebody has left the page, and does not wait any more.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.#isAway();
      throw error;
    }
    if (gatewayStatuses.includes(response.status)) this.#isAway();
    else this.#isBack();
    if (response.status === 401) this.#set({ isSignedOut: true });
    return response;
  };

  /** Asks whether it answers; fulfilled at once where it does, else when it does again. */
  async answering(): Promise<void> {
    await this.#try();
    if (this.#state.awaySince === null) return;
    await new Promise<void>((resolve) => {
      const stop = this.onReturn(() => {
        stop();
        resolve();
      });
    });
  }

  /** Somebody has signed in again. */
  signedIn(): void {
    this.#set({ isSignedOut: false });
  }

  /** Now, instead of at the next try. */
  tryNow(): void {
    void this.#try();
  }

  #isAway(): void {
    if (this.#state.awaySince === null) this.#set({ awaySince: Date.now() });
    this.#timer ??= setTimeout(() => this.#try(), pauses[Math.min(this.#tries, pauses.length - 1)]);
  }

  #isBack(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries = 0;
    if (this.#state.awaySince === null) return;
    this.#set({ awaySince: null });
    for (const returned of [...this.#returned]) returned();
  }

  async #try(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries++;
    await this.fetch(probe, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  }

  #set(change: Partial<ServerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const changed of [...this.#watchers]) changed();
  }
}

export const connection = new ServerConnection();

/** The admin API, by the session of the browser. */
export const admin = createAdminClient({ url: location.origin, fetch: connection.fetch });

/** The same, for questions whose answer nobody waits for once the signal is given. */
export function adminUntil(signal: AbortSignal): AdminClient {
  const fetch: typeof globalThis.fetch = (input, init) =>
    connection.fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  return createAdminClient({ url: location.origin, fetch });
}

export function useServerState(): ServerState {
  return useSyncExternalStore(connection.watch, () => connection.state);
}

/** What is not there is null. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
