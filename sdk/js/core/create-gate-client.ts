/** The client, of closures instead of a class: they shrink further, and run in engines without private members. */
import { deriveState } from "./derive-state.ts";
import { environmentLanguage, requestByFetch, scheduleTimeout } from "./environment.ts";
import type { GateClient } from "./gate-client.ts";
import type { GateOptions } from "./gate-options.ts";
import { type Answered, ask, questionAddress, type Refused } from "./gate-question.ts";
import { emptyRecord, type GateRecord, parseRecord, printRecord, recordName } from "./gate-record.ts";
import type { GateProblem, GateState } from "./gate-state.ts";
import { createRecordStore } from "./record-store.ts";
import { isAllowedLink } from "./store-links.ts";

const second = 1000;
const day = 86_400 * second;
/** The app starts without an answer after this time, ms. */
const longestStart = 2 * second;
/** A storage that takes longer no longer holds up the request, ms. */
const longestLoad = 500;
const requestTimeout = 10 * second;
/** Between answers that are valid for less, ms. */
const shortestInterval = 5 * second;
const firstBackoff = 5 * second;
const longestBackoff = 300 * second;

export function createGateClient(options: GateOptions): GateClient {
  const { version, storage, openLink, allowedHosts, allowedSchemes } = options;
  const { now = Date.now, random = Math.random, schedule = scheduleTimeout, request = requestByFetch } = options;
  const address = () => questionAddress({ ...options, language: options.language ?? environmentLanguage() });
  const store = createRecordStore(storage, recordName(options));
  const listeners: ((state: GateState) => void)[] = [];

  let record = emptyRecord;
  let problem: GateProblem | null = null;
  let isLoading = true;
  let isConfirmed = false;
  let isFirstRun = false;
  let isPaused = false;
  let isClosed = false;
  let failures = 0;
  /** Device time before which the server accepts no request, and the length of that wait, ms. */
  let notBefore = 0;
  let retryAfter = 0;
  /** The record's text as it was last read. */
  let lastText: unknown;
  let unsavedChoices = 0;
  let starting: Promise<GateState> | null = null;
  let asking: Promise<GateState> | null = null;
  /** Number of the newest request: answers to earlier ones are ignored. */
  let lastRequest = 0;
  let cancelChange = ignore;
  let cancelAsk = ignore;
  let abortRequest = ignore;
  let state = derive();

  function serverNow(): number {
    return now() + record.offset;
  }

  function derive(): GateState {
    const circumstances = {
      now: serverNow(),
      isLoading,
      isConfirmed,
      isFirstRun,
      problem,
      allowsLink: (link: string) => isAllowedLink(link, allowedHosts, allowedSchemes),
      canOpen: !!openLink,
      updatesItself: !!options.update,
    };
    const derived = deriveState(record, circumstances);
    cancelChange();
    const wait = derived.until - circumstances.now;
    cancelChange = wait < day && !isPaused && !isClosed ? schedule(Math.max(wait, 0), show) : ignore;
    return derived.state;
  }

  function show(): void {
    const next = derive();
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners.slice()) {
      try {
        listener(state);
      } catch {
        // One listener's error must not keep the others from the state.
      }
    }
  }

  function saveChoice(): void {
    unsavedChoices++;
    store.save(() => {
      unsavedChoices--;
      return printRecord(record, version);
    });
    show();
  }

  function saveAnswer(): void {
    store.save((text) => {
      takeChoices(text, parseRecord(text, version));
      return printRecord(record, version);
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
    const found = parseRecord(text, version);
    // The server can have answered before a slow storage.
    if (!record.answer) {
      // The device's clock was set back: no time passed since the answer, as far as it can tell.
      const offset = Math.max(found.offset, found.checkedAt - now());
      record = { ...found, offset };
      if (offset !== found.offset) saveAnswer();
    }
    takeChoices(text, found);
  }

  function askLater(ms: number): void {
    cancelAsk();
    cancelAsk = isPaused || isClosed ? ignore : schedule(ms, askServer);
  }

  /** Up to a tenth of the time later, and up to two seconds at least: the apps of all users wait for the same instant. */
  function spread(ms: number): number {
    return ms + random() * Math.max(ms / 10, 2 * second);
  }

  function askUnlessTooEarly(): Promise<GateState> {
    const wait = notBefore - now();
    // A longer wait than the server asked for means that the clock was set back.
    if (wait <= 0 || wait > retryAfter) return askServer();
    askLater(spread(wait));
    return Promise.resolve(state);
  }

  function askServer(): Promise<GateState> {
    if (isClosed) return Promise.resolve(state);
    cancelAsk();
    if (asking !== null) return asking;
    const number = ++lastRequest;
    const onAbort = (abort: () => void) => {
      abortRequest = abort;
    };
    asking = ask(request, schedule, address, options.key, record.answer && record.etag, requestTimeout, onAbort).then(
      (result) => {
        if (number === lastRequest && !isClosed) {
          asking = null;
          apply(result);
        }
        return state;
      },
    );
    return asking;
  }

  function apply(result: Answered | Refused): void {
    const answer = "problem" in result ? null : (result.answer ?? (record.etag && record.answer));
    problem = "problem" in result ? result.problem : answer ? null : { kind: "malformed" };
    if ("problem" in result || !answer) fail("problem" in result ? result.retryAfter : null);
    else succeed({ ...result, answer, etag: result.answer ? result.etag : record.etag });
    show();
  }

  function fail(wait: number | null): void {
    isConfirmed = false;
    retryAfter = wait ?? 0;
    notBefore = now() + retryAfter;
    const backoff = Math.min(firstBackoff * 2 ** failures++, longestBackoff);
    askLater(wait ? spread(wait) : backoff * (1 - random() / 2));
  }

  function succeed({ answer, etag, isStorable, maxAge, serverTime }: Answered): void {
    const offset = serverTime === null ? record.offset : serverTime - now();
    const checkedAt = now() + offset;
    record = { ...record, answer, etag, isStorable, offset, checkedAt };
    isConfirmed = true;
    failures = notBefore = 0;
    saveAnswer();
    const change = Date.parse(answer?.next_change_at ?? "") - checkedAt;
    const validity = Math.max(maxAge, shortestInterval);
    askLater(spread(change > 0 ? Math.min(validity, change) : validity));
  }

  function start(): Promise<GateState> {
    starting ??= new Promise((resolve) => {
      const finish = () => {
        cancelStart();
        isLoading = false;
        show();
        resolve(state);
      };
      const cancelStart = schedule(longestStart, finish);
      const begin = () => {
        cancelLoad();
        if (record.answer) finish();
        if (!hasBegun) void askServer().then(finish);
        hasBegun = true;
      };
      let hasBegun = false;
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
      listeners.push(listener);
      return () => {
        const index = listeners.indexOf(listener);
        if (index >= 0) listeners.splice(index, 1);
      };
    },
    start,
    refresh: () => (starting === null ? start() : askUnlessTooEarly()),
    resume() {
      // Coming back is another visit: a tab can stay open for weeks.
      if (isPaused) {
        isPaused = isFirstRun = false;
        // The answer to a request from before can be hours old, or never come.
        asking = null;
      }
      show();
      return starting === null ? start() : askUnlessTooEarly();
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
      return new Promise((done) => {
        done(options.update ? options.update(state) : storeLink && openLink ? openLink(storeLink) : false);
      }).then(
        (result) => result !== false,
        () => false,
      );
    },
    close() {
      isClosed = true;
      abortRequest();
      cancelAsk();
      cancelChange();
      listeners.length = 0;
    },
  };
}

function ignore(): void {}
