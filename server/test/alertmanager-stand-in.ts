/** The silences of an Alertmanager by its API v2, on a clock of the test. The drill `silences` asks the program itself. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

interface SilenceMatcher {
  readonly name: string;
  readonly value: string;
  readonly isRegex: boolean;
  readonly isEqual?: boolean;
}

export interface ApiSilence {
  readonly id: string;
  readonly createdBy: string;
  readonly comment: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly matchers: readonly SilenceMatcher[];
  readonly status: { readonly state: "active" | "pending" | "expired" };
}

/** Epoch ms, with the fraction that the clock of the program has; it prints none. */
interface Held extends Pick<ApiSilence, "createdBy" | "comment" | "matchers"> {
  start: number;
  end: number;
}

export class AlertmanagerStandIn implements AsyncDisposable {
  url = "";
  readonly #now: () => number;
  readonly #silences = new Map<string, Held>();
  readonly #server = createServer(async (req, res) => {
    const [status, body] = this.#answer(req, req.method === "POST" ? await json(req) : null);
    res.writeHead(status, { "content-type": "application/json" }).end(body === undefined ? "" : JSON.stringify(body));
  });

  private constructor(now: () => number) {
    this.#now = now;
  }

  /** @param now epoch ms, between two whole ones, as the clock of the program is */
  static async start(now: () => number): Promise<AlertmanagerStandIn> {
    const standIn = new AlertmanagerStandIn(now);
    standIn.#server.listen(0, "127.0.0.1");
    await once(standIn.#server, "listening");
    standIn.url = `http://127.0.0.1:${(standIn.#server.address() as AddressInfo).port}`;
    return standIn;
  }

  loseData(): void {
    this.#silences.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #answer({ method, url }: IncomingMessage, body: unknown): [number, unknown?] {
    const { pathname } = new URL(url ?? "", "http://x");
    if (pathname.startsWith("/api/v2/silence/") && method === "DELETE") return this.#expire(pathname.slice(16));
    if (pathname !== "/api/v2/silences") return [404, "not found"];
    if (method === "POST") return this.#set(body as ApiSilence);
    return [200, [...this.#silences].map(([id, held]) => this.#print(id, held))];
  }

  #set({ id = "", startsAt, endsAt, createdBy, comment, matchers }: Partial<ApiSilence>): [number, unknown] {
    const [now, start, end] = [this.#now(), Date.parse(startsAt ?? ""), Date.parse(endsAt ?? "")];
    if (end <= start) return [400, "Failed to create silence: start time must be before end time"];
    if (end < now) return [400, "Failed to create silence: end time can't be in the past"];
    const before = this.#silences.get(id);
    if (id !== "" && !before) return [404, "silence not found"];
    const silence = { createdBy: createdBy ?? "", comment: comment ?? "", matchers: matchers ?? [], start, end };
    if (before && this.#isInPlace(before, silence, now)) {
      this.#silences.set(id, silence);
      return [200, { silenceID: id }];
    }
    if (before && this.#state(before) !== "expired") this.#expire(id);
    const created = randomUUID();
    this.#silences.set(created, start < now ? { ...silence, start: now } : silence);
    return [200, { silenceID: created }];
  }

  #isInPlace(before: Held, after: Held, now: number): boolean {
    if (JSON.stringify(before.matchers) !== JSON.stringify(after.matchers)) return false;
    const state = this.#state(before);
    const isSameSecond = Math.floor(after.start / 1_000) === Math.floor(before.start / 1_000);
    if (state === "active") return isSameSecond && after.end >= now;
    return state === "pending" && after.start >= now;
  }

  #expire(id: string): [number, unknown?] {
    const [held, now] = [this.#silences.get(id), this.#now()];
    if (!held) return [500, "silence not found"];
    const state = this.#state(held);
    if (state !== "expired") this.#silences.set(id, { ...held, start: state === "pending" ? now : held.start, end: now });
    return [200];
  }

  #state({ start, end }: Held): ApiSilence["status"]["state"] {
    const now = this.#now();
    if (end <= now) return "expired";
    return start <= now ? "active" : "pending";
  }

  #print(id: string, held: Held): ApiSilence {
    const { start, end, createdBy, comment, matchers } = held;
    const [startsAt, endsAt] = [start, end].map((ms) => new Date(Math.floor(ms)).toISOString()) as [string, string];
    return { id, createdBy, comment, startsAt, endsAt, matchers, status: { state: this.#state(held) } };
  }
}

export async function askAlertmanager(url: string, method: string, path: string, body: object | null = null) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v2/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}
