/** Events or polls repeat queries. Hidden tabs hold no stream: browsers have six. */

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type ServerEvent } from "drawbridge-client/admin";
import { useEffect, useState } from "react";
import { admin, connection, projectQueryKey, serverQueryKey } from "../server-connection.ts";

interface LiveSource {
  readonly project: string | null;
  /** Null means anything may have changed. */
  readonly changed: (project: string | null) => void;
  /** True means changes by others show immediately. */
  readonly isLive: (isLive: boolean) => void;
}

const pollMs = 15_000;
const streamAgainMs = 60_000;

class Stream {
  readonly #source: LiveSource;
  #ending: AbortController | null = null;
  #isHeard = false;
  #last: string | null = null;
  #poll: ReturnType<typeof setInterval> | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** Null means not polled yet. */
  #revision: number | null = null;

  constructor(source: LiveSource) {
    this.#source = source;
  }

  open(): void {
    if (this.#ending) return;
    clearTimeout(this.#next);
    this.#ending = new AbortController();
    // A proxy may hold back events, which takes long to detect.
    this.#poll ??= setInterval(() => void this.#ask(), pollMs);
    void this.#listen(this.#ending.signal);
  }

  close(): void {
    this.#ending?.abort();
    this.#ending = null;
    this.#isHeard = false;
    clearTimeout(this.#next);
    this.#stopPolling();
  }

  again(): void {
    if (!this.#ending || this.#isHeard) return;
    this.close();
    this.open();
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const after = this.#last === null ? {} : { after: this.#last };
    const onBreak = () => this.#broken(signal);
    try {
      for await (const event of admin.events(this.#source.project, { signal, onBreak, ...after })) {
        if (signal.aborted) return;
        this.#hear(event);
      }
    } catch (error) {
      // The user lacks permission, or a proxy in between blocks the stream.
      if (signal.aborted) return;
      // The user may no longer see the data, for example after a role was revoked.
      if (isAdminError(error) && [403, 404].includes(error.status)) this.#source.changed(null);
      this.#broken(signal);
      this.#ending = null;
      this.#next = setTimeout(() => this.open(), streamAgainMs);
    }
  }

  #hear(event: ServerEvent): void {
    const { project, changed, isLive } = this.#source;
    if (event.type === "commit") {
      for (const touched of projectsIn(event, project)) changed(touched);
    } else {
      this.#isHeard = true;
      isLive(true);
      // Earlier queries may have missed events.
      if (event.type === "resync") changed(null);
      else if (this.#last === null) changed(project);
      this.#stopPolling();
    }
    this.#last = event.id;
  }

  #broken(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#isHeard = false;
    this.#source.isLive(false);
    this.#poll ??= setInterval(() => void this.#ask(), pollMs);
    if (this.#revision === null) void this.#ask();
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#revision = null;
  }

  async #ask(): Promise<void> {
    const revision = await readRevision(this.#source.project).catch(() => null);
    if (revision === null || this.#poll === undefined) return;
    if (this.#revision !== null && revision !== this.#revision) this.#source.changed(this.#source.project);
    this.#revision = revision;
  }
}

async function readRevision(project: string | null): Promise<number | null> {
  return project === null ? (await admin.getStatus()).revision : (await admin.getProject({ project })).value.revision;
}

function projectsIn({ changes, more }: ServerEvent & { readonly type: "commit" }, own: string | null): Set<string | null> {
  if (own !== null) return new Set([own]);
  if (more) return new Set([null]);
  return new Set(changes.map(({ project }) => project || null));
}

/** @param project null means the whole server @returns whether changes show immediately; null means unknown */
export function useLiveUpdates(project: string | null): boolean | null {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState<boolean | null>(null);
  useEffect(() => {
    const stream = new Stream({
      project,
      isLive: setIsLive,
      changed: (changed) => {
        for (const key of changed === null ? [[]] : [projectQueryKey(changed), serverQueryKey()]) refetch(queries, key);
      },
    });
    const follow = () => (document.visibilityState === "visible" ? stream.open() : stream.close());
    document.addEventListener("visibilitychange", follow);
    follow();
    const forget = connection.onReturn(() => stream.again());
    return () => {
      forget();
      document.removeEventListener("visibilitychange", follow);
      stream.close();
    };
  }, [project, queries]);
  return isLive;
}

/** The library never repeats a first fetch in flight, whose answer may be from before the change. */
function refetch(queries: QueryClient, queryKey: QueryKey): void {
  const fetching = queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  for (const query of fetching.filter(({ state }) => state.data === undefined)) {
    const again = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.fetch().then(again, () => undefined);
  }
  void queries.invalidateQueries({ queryKey });
}
