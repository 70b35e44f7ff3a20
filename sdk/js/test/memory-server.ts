/** A server without sockets, for virtual clocks: the transport of a client answers as the behavior says. */
import { answerBehavior, type BehaviorAnswer } from "../../conformance/behavior-answer.ts";
import type { Behavior, Kit, SeenRequest } from "../../conformance/scenario.ts";
import type { GateRequest, GateResponse } from "../core/index.ts";
import type { VirtualClock } from "./virtual-clock.ts";

export class MemoryServer {
  readonly seen: SeenRequest[] = [];
  readonly #kit: Kit;
  readonly #clock: VirtualClock;
  #behaviors: readonly Behavior[] = [{}];
  #asked = 0;

  constructor(kit: Kit, clock: VirtualClock) {
    this.#kit = kit;
    this.#clock = clock;
  }

  behave(behaviors: Behavior | readonly Behavior[]): void {
    this.#behaviors = [behaviors].flat();
    this.#asked = 0;
  }

  readonly request: GateRequest = (url, headers, _timeout, _onAbort, fresh) => {
    const { pathname, searchParams } = new URL(url);
    this.seen.push({ path: pathname, query: Object.fromEntries(searchParams), headers, fresh });
    this.#asked += 1;
    const behavior = this.#behaviors[Math.min(this.#asked, this.#behaviors.length) - 1] ?? {};
    const { promise, resolve, reject } = Promise.withResolvers<GateResponse>();
    const respond = () => {
      if (behavior.fault === "gone" || behavior.fault === "truncated") reject(new Error("The connection was closed."));
      else if (behavior.fault !== "silent") resolve(responseOf(this.#answer(behavior, headers["if-none-match"]), behavior));
    };
    if (behavior.delay === undefined) respond();
    else this.#clock.schedule(behavior.delay, respond);
    return promise;
  };

  #answer(behavior: Behavior, ifNoneMatch: string | undefined): BehaviorAnswer {
    return answerBehavior(this.#kit, behavior, { now: this.#clock.time, ifNoneMatch, other: "https://other.example" });
  }
}

function responseOf({ status, headers, body }: BehaviorAnswer, { from }: Behavior): GateResponse {
  return { status, url: from, header: (name) => headers[name], body };
}
