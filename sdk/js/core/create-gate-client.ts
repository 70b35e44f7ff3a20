/** The client, of closures instead of a class: they shrink further, and run in engines without private members. */
import { findMisconfiguration } from "./check-options.ts";
import { deriveState } from "./derive-state.ts";
import { environmentLanguage, requestByFetch, scheduleTimeout, warn } from "./environment.ts";
import { type GateAnswer, isBlocking, parseInstant } from "./gate-answer.ts";
import type { GateClient } from "./gate-client.ts";
import type { GateOptions } from "./gate-options.ts";
import { callbackFailed, invalidAnswer } from "./gate-problem.ts";
import { ask, type Reply } from "./gate-question.ts";
import { emptyRecord, findOpening, type GateRecord, parseRecord, printRecord, recordName } from "./gate-record.ts";
import type { GateProblem, GateState } from "./gate-state.ts";
import { createRecordStore } from "./record-store.ts";

const second = 1000;
const minute = 60_000;
const day = 86_400_000;
/** A storage that takes longer no longer holds up the request, ms. */
const longestLoad = 500;
/** Between answers that are valid for less, ms. */
const shortestInterval = 5000;
const firstBackoff = 5000;
const longestBackoff = 300_000;
const longestRetryAfter = 3_600_000;
/** While the gate covers the app, ms: a minute with the jitter. */
const longestRetryAfterOfBlock = 54_000;

export function createGateClient(options: GateOptions): GateClient {
  const { baseUrl, version, storage, openLink } = options;
  const { startWait = 2 * second, openSpread = 30 * second, now = Date.now, random = Math.random } = options;
  const { schedule = scheduleTimeout, request = requestByFetch } = options;
  const language = () => options.language ?? environmentLanguage();
  const misconfiguration = findMisconfiguration({ ...options, startWait, openSpread });
  const store = createRecordStore(storage, recordName(options), (error) => reportCallback("storage", error));
  let listeners: readonly ((state: GateState) => void)[] = [];
  const failedCallbacks: string[] = [];

  let record = emptyRecord;
  let problem: GateProblem | null = misconfiguration;
  let isLoading = !misconfiguration;
  let isConfirmed = false;
  let isFirstRun = false;
  let isPaused = false;
  let isClosed = false;
  /** True if the user asks by hand, until the answer. */
  let isPressed = false;
  let failures = 0;
  /** Device time before which the server accepts no request, and the length of that wait, ms. */
  let notBefore = 0;
  let retryAfter = 0;
  /** The record's text as it was last read. */
  let lastText: unknown;
  let unsavedChoices = 0;
  let starting: Promise<GateState> | null = null;
  /** The newest request: answers to earlier ones are ignored. */
  let asking: Promise<GateState> | null = null;
  let cancelChange = ignore;
  let cancelAsk = ignore;
  let abortRequest = ignore;
  let state = derive();
  // The app's callback can use the client only after this function has returned it.
  if (misconfiguration) void Promise.resolve(misconfiguration).then(report);

  function serverNow(): number {
    return now() + record.offset;
  }

  function derive(): GateState {
    const time = serverNow();
    const [next, until] = deriveState(record, { now: time, isLoading, isConfirmed, isFirstRun, problem }, options);
    cancelChange();
    const wait = until - time;
    cancelChange = wait < day && !isPaused && !isClosed ? schedule(Math.max(wait, 0), show) : ignore;
    return next;
  }

  function show(): void {
    const next = derive();
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    const before = state.problem?.message;
    state = next;
    if (next.problem && next.problem.message !== before) report(next.problem);
    for (const listener of listeners) void attempt("listener", () => listener(next));
  }

  /** Calls a callback of the app. Its error is a problem, and its result is false then: the gate goes on. */
  function attempt(name: string, call: () => unknown): Promise<unknown> {
    return new Promise((done) => done(call())).catch((error) => reportCallback(name, error));
  }

  function report(found: GateProblem): void {
    warn(found.message);
    void attempt("onProblem", () => options.onProblem?.(found));
  }

  /** Once for each callback: it can fail at every answer. */
  function reportCallback(name: string, error: unknown): false {
    if (!failedCallbacks.includes(name)) {
      failedCallbacks.push(name);
      report(callbackFailed(name, error));
    }
    return false;
  }

  function print(): string {
    return printRecord(record, version, language());
  }

  function saveChoice(): void {
    unsavedChoices++;
    store.save(() => {
      unsavedChoices--;
      return print();
    });
    show();
  }

  function saveAnswer(): void {
    store.save((text) => {
      takeChoices(text, parseRecord(text, version, language()));
      return print();
    });
  }

  /**
   * Choices of another tab must not be overwritten. A text that did not change has none: the storage may save nothing, and the
   * user's own choice counts until it is written.
   */
  function takeChoices(text: unknown, { skipped, laterUntil, dismissed }: GateRecord): void {
    if (text !== lastText && !unsavedChoices) record = { ...record, skipped, laterUntil, dismissed };
    lastText = text;
    show();
  }

  function adopt(text: unknown): void {
    isFirstRun = text === null || text === undefined;
    const found = parseRecord(text, version, language());
    // The server can have answered before a slow storage.
    if (!record.answer) {
      record = found;
      const back = found.checkedAt - serverNow();
      if (back > 0) {
        // The device's clock was set back: no time passed since the answer, as far as it can tell.
        record = { ...found, offset: found.offset + back, freshUntil: 0 };
        saveAnswer();
      }
    }
    takeChoices(text, found);
  }

  function askLater(ms: number, run: () => void = askServer): void {
    cancelAsk();
    cancelAsk = isPaused || isClosed ? ignore : schedule(ms, run);
  }

  /** Up to a tenth of the time later, and up to two seconds at least: the apps of all users wait for the same instant. */
  function spread(ms: number): number {
    return ms + random() * Math.max(ms / 10, 2 * second);
  }

  /** True if the answer needs no question. Not if the clock was set back to before it. */
  function isFresh(): boolean {
    const time = serverNow();
    return !!record.answer && !problem && record.checkedAt <= time && time < record.freshUntil;
  }

  /** @param shortest ms */
  function askWhenStale(shortest = 0): void {
    const time = serverNow();
    const [end, opensAt] = findOpening(record, openSpread);
    const change = parseInstant(record.answer?.next_change_at) as number;
    const wait = Math.max(record.freshUntil - time, shortest);
    // Date and max-age are rounded down to seconds: the answer that expires with a change is asked for after it.
    if (change <= time || change >= time + wait + 2 * second) askLater(spread(wait));
    else askLater(change === end && opensAt > end ? opensAt - time : change - time + random() * 2 * second);
  }

  function askIfDue(): Promise<GateState> {
    const wait = notBefore - now();
    // A longer wait than the server asked for means that the clock was set back.
    if (isPressed || (!isFresh() && (wait <= 0 || wait > retryAfter))) return askServer();
    if (wait > 0) askLater(spread(wait));
    else askWhenStale();
    return Promise.resolve(state);
  }

  function askServer(): Promise<GateState> {
    if (isClosed || misconfiguration) return Promise.resolve(state);
    cancelAsk();
    if (asking !== null) return asking;
    const etag = record.answer && record.etag;
    const onAbort = (abort: () => void) => {
      abortRequest = abort;
    };
    const answered = ask({ ...options, language: language(), request, schedule }, etag, isPressed || !etag, onAbort);
    const own = answered.then((result) => {
      if (asking === own && !isClosed) {
        asking = null;
        apply(result);
      }
      return state;
    });
    asking = own;
    return own;
  }

  function apply(result: Reply): void {
    // 304 confirms the answer whose ETag was sent.
    const answer = result.answer ?? (record.etag && record.answer);
    problem = result.problem ?? (answer ? null : invalidAnswer(baseUrl));
    if (problem || !answer) fail(result);
    else succeed(result, answer);
    isPressed = false;
    show();
  }

  function fail({ retryAfter: wait = 0, isInvalid }: Reply): void {
    const { blocked } = state;
    isConfirmed = false;
    // Perhaps the server refuses the validator.
    if (isInvalid && record.etag) {
      record = { ...record, etag: null };
      saveAnswer();
    }
    retryAfter = Math.min(wait, blocked ? longestRetryAfterOfBlock : longestRetryAfter);
    notBefore = now() + retryAfter;
    const backoff = Math.min(firstBackoff * 2 ** failures++, blocked ? minute : longestBackoff);
    askLater(wait ? spread(retryAfter) : backoff * (1 - random() / 2));
  }

  function succeed(reply: Reply, answer: GateAnswer): void {
    const { etag = null, isStorable = true, maxAge = 0, serverTime } = reply;
    const before = record.answer;
    const sample = serverTime ? serverTime - now() : record.offset;
    // A Date that is older than expected, within max-age: the answer was slow, or comes from a cache.
    const isOlder = before && record.offset - maxAge < sample;
    const offset = isOlder ? Math.max(sample, record.offset - second) : sample;
    const checkedAt = serverTime || now() + offset;
    const change = parseInstant(answer.next_change_at) as number;
    const [end, opensAt] = findOpening(record, openSpread);
    const next = {
      answer,
      etag: reply.answer ? etag : record.etag,
      isStorable,
      offset,
      checkedAt,
      freshUntil: Math.min(checkedAt + maxAge, change > checkedAt ? change : Number.POSITIVE_INFINITY),
      draw: before?.maintenance === "active" ? record.draw : random(),
      isUnanswered: false,
    };
    isConfirmed = true;
    failures = notBefore = 0;
    const adoptAnswer = () => {
      record = { ...record, ...next };
      saveAnswer();
      askWhenStale(shortestInterval);
      show();
    };
    const wait = opensAt - now() - offset;
    const isEnd = !isBlocking(answer) && wait > 0 && opensAt - end > wait - second;
    if (isEnd && !isPressed) askLater(wait, adoptAnswer);
    else adoptAnswer();
  }

  function start(): Promise<GateState> {
    starting ??= new Promise((resolve) => {
      let hasBegun = false;
      const finish = () => {
        cancelStart();
        if (isLoading && !record.answer && !record.isUnanswered && !isClosed) {
          record = { ...record, isUnanswered: true };
          saveAnswer();
        }
        isLoading = false;
        show();
        resolve(state);
      };
      const begin = () => {
        cancelLoad();
        if (record.answer || record.isUnanswered) finish();
        if (!hasBegun) void askIfDue().then(finish);
        hasBegun = true;
      };
      if (misconfiguration) return resolve(state);
      const cancelStart = schedule(startWait, finish);
      const cancelLoad = storage ? schedule(longestLoad, begin) : ignore;
      store.load(adopt, begin);
    });
    return starting;
  }

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      const own = (next: GateState) => listener(next);
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter((other) => other !== own);
      };
    },
    start,
    refresh() {
      isPressed = true;
      return starting === null ? start() : askIfDue();
    },
    resume() {
      // Coming back is another visit: a tab can stay open for weeks.
      if (isPaused) {
        isPaused = isFirstRun = false;
        // The answer to a request from before can be hours old, or never come.
        if (asking !== null) abortRequest();
        asking = null;
      }
      show();
      return starting === null ? start() : askIfDue();
    },
    pause() {
      isPaused = true;
      cancelAsk();
      cancelChange();
    },
    later() {
      if (state.status === "announced") record = { ...record, dismissed: record.answer?.window?.start ?? null };
      else if (state.status === "recommended") record = { ...record, laterUntil: serverNow() + day };
      else return;
      saveChoice();
    },
    skip() {
      if (state.status !== "recommended") return;
      record = { ...record, skipped: String(state.updateTo) };
      saveChoice();
    },
    update() {
      const { storeLink } = state;
      return (
        options.update
          ? attempt("update", () => options.update?.(state))
          : attempt("openLink", () => (storeLink && openLink ? openLink(storeLink) : false))
      ).then((result) => result !== false);
    },
    close() {
      isClosed = true;
      abortRequest();
      cancelAsk();
      cancelChange();
      listeners = [];
    },
  };
}

function ignore(): void {}
