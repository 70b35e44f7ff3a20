/**
 * A server on a real socket that behaves as the conformance kit describes, by a clock that the test moves: a delayed answer is held
 * until the clock is there, a silent one until the end.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBehavior } from "../../conformance/behavior-answer.ts";
import { type Behavior, readKit, type SeenRequest } from "../../conformance/scenario.ts";

export interface HeldServer {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Requests that are not answered before the clock is moved. */
  readonly held: number;
  /** For the next requests; the last one repeats. */
  behave(behaviors: readonly Behavior[]): void;
  /** Answers what is due; called after the clock was moved. */
  release(): void;
  close(): Promise<void>;
}

interface HeldRequest {
  readonly due: number;
  readonly answer: () => void;
}

/** @param now epoch ms of the server's clock */
export async function startHeldServer(now: () => number): Promise<HeldServer> {
  const kit = readKit();
  let behaviors: readonly Behavior[] = [{}];
  let served = 0;
  let waiting: HeldRequest[] = [];
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const headers = request.headers as Record<string, string>;
    seen.push({ path: pathname, query: Object.fromEntries(searchParams), headers });
    const behavior = behaviors[Math.min(served++, behaviors.length - 1)] ?? {};
    const delay = behavior.fault === "silent" ? Number.POSITIVE_INFINITY : (behavior.delay ?? 0);
    waiting.push({ due: now() + delay, answer: () => misbehave(behavior, request, response) });
    release();
  });

  function release(): void {
    const due = waiting.filter((held) => held.due <= now());
    waiting = waiting.filter((held) => !due.includes(held));
    for (const { answer } of due) answer();
  }

  function misbehave(behavior: Behavior, request: IncomingMessage, response: ServerResponse): void {
    if (behavior.fault === "gone") return void request.socket.destroy();
    const moment = { now: now(), ifNoneMatch: request.headers["if-none-match"], other: "" };
    const { status, headers, body } = answerBehavior(kit, behavior, moment);
    response.sendDate = false;
    if (behavior.fault !== "truncated") return void response.writeHead(status, headers).end(body);
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    seen,
    get held() {
      return waiting.length;
    },
    behave(next) {
      behaviors = next;
      served = 0;
    },
    release,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
