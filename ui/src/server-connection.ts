import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { createAdminClient, isNotFound } from "drawbridge-client/admin";
import { fillPath } from "drawbridge-rules/api/paths.ts";
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { ZoneTable } from "drawbridge-rules/values/zone-table.ts";
import { useWatched, Watched } from "./elements/watched.ts";

interface ServerState {
  /** Epoch ms; null means the server answers. */
  readonly awaySince: number | null;
  readonly isSignedOut: boolean;
}

/** Milliseconds between attempts; the last one repeats. */
const pauses = [1000, 2000, 4000, 8000, 15_000];
/** Sent by a proxy whose upstream does not respond. */
const gatewayStatuses = [502, 503, 504];
const probe = fillPath("getStatus", {});

class ServerConnection {
  readonly state = new Watched<ServerState>({ awaySince: null, isSignedOut: false });
  readonly #returned = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  onReturn(returned: () => void): () => void {
    this.#returned.add(returned);
    return () => this.#returned.delete(returned);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    let response: Response;
    try {
      response = await globalThis.fetch(input, init);
    } catch (error) {
      // A page that is left aborts its requests.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.#isAway();
      throw error;
    }
    if (gatewayStatuses.includes(response.status)) this.#isAway();
    else this.#isBack();
    if (response.status === 401) this.#set({ isSignedOut: true });
    // The server's data of zones shows the times in the answer.
    if (response.headers.get("content-type") === "application/json; charset=utf-8")
      await loadZones(zonesIn(await response.clone().text()));
    return response;
  };

  /** Resolves when the server responds, if necessary later. */
  async answering(): Promise<void> {
    await this.tryNow();
    if (this.state.read().awaySince === null) return;
    await new Promise<void>((resolve) => {
      const stop = this.onReturn(() => {
        stop();
        resolve();
      });
    });
  }

  signedIn(): void {
    this.#set({ isSignedOut: false });
  }

  #isAway(): void {
    if (this.state.read().awaySince === null) this.#set({ awaySince: Date.now() });
    this.#timer ??= setTimeout(() => this.tryNow(), pauses[Math.min(this.#tries, pauses.length - 1)]);
  }

  #isBack(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries = 0;
    if (this.state.read().awaySince === null) return;
    this.#set({ awaySince: null });
    for (const returned of [...this.#returned]) returned();
  }

  async tryNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries++;
    await this.fetch(probe, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  }

  #set(change: Partial<ServerState>): void {
    this.state.set({ ...this.state.read(), ...change });
  }
}

export const connection = new ServerConnection();

export const admin = createAdminClient({ url: location.origin, fetch: connection.fetch });

const zones = new Map<string, Promise<void>>();
const tables = new Map<string, ZoneTable>();
/** A zone has some 1 kB, all of them have some 400 kB. */
const maxSingleZones = 20;
// Only a start gives a server other data.
connection.onReturn(() => zones.clear());

/** Replaces the browser's data of the zones. Never rejects: without an answer, the browser's remain. */
export async function loadZones(names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !zones.has(name));
  const all = missing.length > maxSingleZones ? loadZone({}) : null;
  for (const zone of missing) zones.set(zone, all ?? loadZone({ zone }));
  await Promise.all(names.map((name) => zones.get(name)));
}

async function loadZone(query: { readonly zone?: string }): Promise<void> {
  try {
    for (const [name, table] of tablesOf(await admin.getTimeZones(query))) tables.set(name, table);
    setZoneTables(new Map(tables));
  } catch {
    zones.clear();
  }
}

function zonesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/"zone":"([A-Za-z0-9_+/-]{1,64})"/g)].flatMap(([, zone = ""]) => zone))];
}

export function useServerState(): ServerState {
  return useWatched(connection.state);
}

export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** By these keys, a commit invalidates exactly the queries that it changed. */
type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

export function projectQueryKey(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

export function serverQueryKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}

type Polling<Data> = Pick<UseQueryOptions<Data, Error, Data, QueryKey>, "refetchInterval">;

export function serverQuery<Data>(noun: string, read: () => Promise<Data>, options: Polling<Data> = {}) {
  return queryOptions({ ...options, queryKey: serverQueryKey(noun), queryFn: read });
}

/** `projectQuery("members", (project) => …)` */
export function projectQuery<Data, Rest extends readonly string[]>(
  noun: string,
  read: (project: string, ...rest: Rest) => Promise<Data>,
  options: Polling<Data> = {},
) {
  return (project: string, ...rest: Rest) =>
    queryOptions({ ...options, queryKey: projectQueryKey(project, noun, ...rest), queryFn: () => read(project, ...rest) });
}
