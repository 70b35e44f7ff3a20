/** The client, of closures instead of a class: they shrink further, and run in engines without private members. */
import { environmentLanguage, requestByFetch, scheduleTimeout, warn } from "./environment.ts";
import { type GateAnswer, isBlocking, parseInstant } from "./gate-answer.ts";
import type { GateClient } from "./gate-client.ts";
import type { GateOptions, GateResponse } from "./gate-options.ts";
import { callbackFailed, findMisconfiguration, invalidAnswer, offline, refusedLink } from "./gate-problem.ts";
import { type Reply, readResponse } from "./gate-question.ts";
import { type GateRecord, parseRecord } from "./gate-record.ts";
import type { GateProblem, GateState, GateStatus } from "./gate-state.ts";
import { isAllowedLink } from "./store-links.ts";

const second = 1000;
const minute = 60_000;
const day = 86_400_000;
/** Longest wait for an answer, ms. */
const timeout = 10_000;
/** A storage that takes longer no longer holds up the request, ms. */
const longestLoad = 500;
/** A kept block ends after this time without contact, ms. */
const longestBlock = 7 * day;
/** Between answers that are valid for less, ms. */
const shortestInterval = 5000;
const firstBackoff = 5000;
const longestBackoff = 300_000;
const longestRetryAfter = 3_600_000;
/** While the gate covers the app, ms: a minute with the jitter. */
const longestRetryAfterOfBlock = 54_000;
const longestSave = 600_000;

export function createGateClient(options: GateOptions): GateClient {
  const { baseUrl, key, platform, version, instanceId, os, storage, openLink, beforeBlock } = options;
  const { startWait = 2 * second, openSpread = 30 * second, beforeBlockTime = 30 * second } = options;
  const { now = Date.now, random = Math.random, request = requestByFetch, schedule = scheduleTimeout } = options;
  const language = () => options.language ?? environmentLanguage();
  const misconfiguration = findMisconfiguration({ ...options, startWait, openSpread, beforeBlockTime });
  // Without the version: the text of an older one is replaced instead of staying in the storage.
  const name = `drawbridge.gate ${baseUrl} ${key} ${platform} ${instanceId ?? ""}`;
  const parse = (text: unknown) => parseRecord(text, version, language());
  let listeners: readonly ((state: GateState) => void)[] = [];
  const failedCallbacks: string[] = [];

  let record = parse(null);
  /** Nothing is written before the text is read: an earlier choice of the user must not be overwritten. */
  let lastStored: Promise<unknown> = Promise.resolve();
  let problem: GateProblem | null = misconfiguration;
  let isLoading = !misconfiguration;
  let isConfirmed = false;
  let isFirstRun = false;
  let isPaused = false;
  let isClosed = !!misconfiguration;
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
  /** Ends the timer of the present block's `beforeBlock`. */
  let cancelSave = ignore;
  /** True if the present block no longer waits for `beforeBlock`. */
  let isUnsaved = false;
  let state = derive();
  // The app's callback can use the client only after this function has returned it.
  if (misconfiguration) void Promise.resolve(misconfiguration).then(report);

  function serverNow(): number {
    return now() + record.offset;
  }

  /** The state at this instant; called again when it changes without a new answer. */
  function derive(): GateState {
    const time = serverNow();
    const { answer: found, checkedAt, laterUntil, dismissed, skipped } = record;
    const limit = checkedAt + longestBlock;
    const answer = isBlocking(found) && !isConfirmed && time >= limit ? null : found;
    const blocked = isBlocking(answer);
    const isHeld = blocked && !isConfirmed;
    const given = answer ?? ({} as Partial<GateAnswer>);
    const { update, maintenance, update_to, store_link, window: times, next_change_at } = given;
    const unsupported = !!given.isUnsupported;
    const storeLink =
      store_link && !unsupported && isAllowedLink(store_link, options.allowedHosts, options.allowedSchemes) ? store_link : null;
    const window = times
      ? {
          name: times.name,
          reminderStart: parseInstant(times.reminder_start),
          start: parseInstant(times.start),
          end: parseInstant(times.end),
        }
      : null;
    // An end before the answer itself is shown: rehearsal keys answer as of another time.
    const ending = window && maintenance === "announced" && window.end > checkedAt ? window.end : Number.POSITIVE_INFINITY;
    const isWanted = update === "recommended" && !unsupported && !isFirstRun && skipped !== String(update_to);
    let status: GateStatus = answer || !isLoading ? "open" : "loading";
    if (update === "forced") status = "update_required";
    else if (maintenance === "active") status = "maintenance";
    else if (maintenance === "announced" && time < ending && dismissed !== times?.start) status = "announced";
    else if (isWanted && time >= laterUntil) status = "recommended";
    // The server sends the texts of the strongest: forced, active, recommended, announced, none.
    const isOwnText =
      status === "open" ? update === "none" && maintenance === "none" : status !== "announced" || update === "none";
    const next: GateState = {
      status,
      blocked,
      title: (isOwnText && given.title) || "",
      message: (isOwnText && given.message) || "",
      language: given.language || null,
      updateTo: update_to ?? null,
      storeLink,
      unsupported,
      saving: blocked && !!beforeBlock && !record.isSaved && !isUnsaved,
      canUpdate: !unsupported && !!(options.update || (storeLink && openLink)),
      window: time < ending ? window : null,
      nextChangeAt: next_change_at ? parseInstant(next_change_at) : null,
      checkedAt: checkedAt || null,
      source: answer ? (isConfirmed ? "network" : "kept") : "default",
      keptUntil: isHeld ? limit : null,
      // An app that updates in its own way needs no link.
      problem: problem ?? (store_link && !storeLink && !unsupported && !options.update ? refusedLink(store_link) : null),
    };
    const changes = [ending, isWanted ? laterUntil : 0, isHeld ? limit : 0].filter((instant) => instant > time);
    const wait = Math.min(...changes) - time;
    cancelChange();
    cancelChange = wait < day ? plan(wait, show) : ignore;
    return next;
  }

  function plan(ms: number, run: () => void): () => void {
    return isPaused || isClosed ? ignore : schedule(ms, run);
  }

  function show(): void {
    const next = derive();
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    const before = state;
    state = next;
    if (next.saving !== before.saving) next.saving ? save() : cancelSave();
    if (!next.blocked && next.status !== "loading") {
      // Another block: there may be new work by then.
      isUnsaved = false;
      cancelSave = ignore;
      if (record.isSaved) change({ isSaved: undefined });
    }
    if (next.problem && next.problem.message !== before.problem?.message) report(next.problem);
    for (const listener of listeners) void attempt("listener", () => listener(next));
  }

  function save(): void {
    const time = Math.min(beforeBlockTime, longestSave);
    const giveUp = () => {
      isUnsaved = true;
      show();
    };
    const cancel = schedule(time, giveUp);
    cancelSave = cancel;
    const reason = state.status === "maintenance" ? "maintenance" : "update";
    void attempt("beforeBlock", () => Promise.resolve(beforeBlock?.(reason, now() + time)).then(() => true)).then((isSaved) => {
      // Not of a block that has ended, or a client that was closed.
      if (cancelSave === cancel) isSaved ? change({ isSaved: true }) : giveUp();
    });
  }

  /** Calls a callback of the app. Its error is a problem, and its result is false then: the gate goes on. */
  function attempt(name: string, call: () => unknown): Promise<unknown> {
    return new Promise((done) => done(call())).catch((error) => reportCallback(name, error));
  }

  function report(found: GateProblem): void {
    warn(found);
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

  /** @param choices 1 if the user made one */
  function change(changes: Partial<GateRecord>, choices = 0): void {
    record = { ...record, ...changes };
    unsavedChoices += choices;
    lastStored = lastStored
      .then(() => storage?.get(name))
      .then((text) => {
        takeChoices(text);
        unsavedChoices -= choices;
        const answer = record.isStorable ? record.answer : null;
        return storage?.set(name, JSON.stringify({ ...record, version, language: language(), answer }));
      })
      .catch((error) => reportCallback("storage", error));
    show();
  }

  /**
   * Choices of another tab must not be overwritten. A text that did not change has none: the storage may save nothing, and the
   * user's own choice counts until it is written.
   */
  function takeChoices(text: unknown): void {
    const { skipped, laterUntil, dismissed } = parse(text);
    if (text !== lastText && !unsavedChoices) record = { ...record, skipped, laterUntil, dismissed };
    lastText = text;
    show();
  }

  function adopt(text: unknown): void {
    isFirstRun = text === null || text === undefined;
    // The server can have answered before a slow storage.
    if (!record.answer) {
      record = parse(text);
      const back = record.checkedAt - serverNow();
      // The device's clock was set back: no time passed since the answer, as far as it can tell.
      if (back > 0) change({ offset: record.offset + back, freshUntil: 0 });
    }
    takeChoices(text);
  }

  function askLater(ms: number, run: () => void = askServer): void {
    cancelAsk();
    cancelAsk = plan(ms, run);
  }

  /** Up to a tenth of the time later, and up to two seconds at least: the apps of all users wait for the same instant. */
  function spread(ms: number): number {
    return ms + random() * Math.max(ms / 10, 2 * second);
  }

  /**
   * @returns the planned end of the present maintenance, and when it opens this client: epoch ms by the server's clock; NaN without a
   * maintenance
   */
  function findOpening(): readonly [end: number, opensAt: number] {
    const { answer, draw } = record;
    const window = answer?.maintenance === "active" ? answer.window : null;
    const end = parseInstant(window?.end);
    const length = end - parseInstant(window?.start);
    return [end, end + draw * Math.max(Math.min(openSpread, length / 10), 0)];
  }

  /** @param shortest ms */
  function askWhenStale(shortest = 0): void {
    const time = serverNow();
    const [end, opensAt] = findOpening();
    const change = parseInstant(record.answer?.next_change_at);
    const wait = Math.max(record.freshUntil - time, shortest);
    // Date and max-age are rounded down to seconds: the client asks after a change, not before.
    if (change > time && change < time + wait + 2 * second)
      askLater(change === end && opensAt > end ? opensAt - time : change - time + random() * 2 * second);
    else askLater(spread(wait));
  }

  function askIfDue(): Promise<GateState> {
    const wait = notBefore - now();
    const time = serverNow();
    // An answer from after the present time: the clock was set back.
    const isFresh = record.answer && !problem && record.checkedAt <= time && time < record.freshUntil;
    // A longer wait than the server asked for means the same.
    if (isPressed || (!isFresh && (wait <= 0 || wait > retryAfter))) return askServer();
    if (wait > 0) askLater(spread(wait));
    else askWhenStale();
    return Promise.resolve(state);
  }

  function askServer(): Promise<GateState> {
    if (isClosed) return Promise.resolve(state);
    cancelAsk();
    if (asking !== null) return asking;
    const etag = record.answer && record.etag;
    const headers = { "x-api-key": key, ...(etag && { "if-none-match": etag }) };
    let url = "";
    let abort = ignore;
    let cancel = ignore;
    const own = new Promise<GateResponse>((receive, fail) => {
      cancel = schedule(timeout, () => {
        abort();
        fail();
      });
      const query = Object.entries({ platform, current_version: version, instanceId, os, lang: language() });
      const pairs = query.flatMap(([part, value]) => (value ? `${part}=${encodeURIComponent(value)}` : []));
      url = `${baseUrl.replace(/\/+$/, "")}/gate?${pairs.join("&")}`;
      const onAbort = (given: () => void) => {
        abort = abortRequest = given;
      };
      request(url, headers, timeout, onAbort, isPressed || !etag).then(receive, fail);
    })
      .then((response) => readResponse(response, url, baseUrl))
      .catch((): Reply => ({ problem: offline(baseUrl) }))
      .then((reply) => {
        cancel();
        if (asking === own) {
          asking = null;
          apply(reply);
        }
        return state;
      });
    asking = own;
    return own;
  }

  function apply(reply: Reply): void {
    const { blocked } = state;
    const before = record.answer;
    // 304 confirms the answer whose ETag was sent.
    const answer = reply.answer ?? (record.etag && before);
    problem = reply.problem ?? (answer ? null : invalidAnswer(baseUrl));
    isConfirmed = !problem;
    if (problem || !answer) {
      // Perhaps the server refuses the validator.
      if (reply.isInvalid && record.etag) change({ etag: null });
      const { retryAfter: wait = 0 } = reply;
      retryAfter = Math.min(wait, blocked ? longestRetryAfterOfBlock : longestRetryAfter);
      notBefore = now() + retryAfter;
      const backoff = Math.min(firstBackoff * 2 ** failures++, blocked ? minute : longestBackoff);
      askLater(wait ? spread(retryAfter) : backoff * (1 - random() / 2));
    } else {
      const { maxAge, serverTime, isStorable, etag } = reply as Required<Reply>;
      const time = now();
      const sample = serverTime ? serverTime - time : record.offset;
      // A Date that is older than expected, within max-age: the answer was slow, or comes from a cache.
      const isOlder = before && record.offset - maxAge < sample;
      const offset = isOlder ? Math.max(sample, record.offset - second) : sample;
      const checkedAt = serverTime || time + offset;
      const next = parseInstant(answer.next_change_at);
      const [end, opensAt] = findOpening();
      const changes = {
        answer,
        etag: reply.answer ? etag : record.etag,
        isStorable,
        offset,
        checkedAt,
        freshUntil: Math.min(checkedAt + maxAge, next > checkedAt ? next : Number.POSITIVE_INFINITY),
        draw: before?.maintenance === "active" ? record.draw : random(),
        isUnanswered: false,
      };
      failures = notBefore = 0;
      const adoptAnswer = () => {
        change(changes);
        askWhenStale(shortestInterval);
      };
      const wait = opensAt - time - offset;
      const isEnd = !isBlocking(answer) && wait > 0 && opensAt - end > wait - second;
      if (isEnd && !isPressed) askLater(wait, adoptAnswer);
      else adoptAnswer();
    }
    isPressed = false;
    show();
  }

  function start(): Promise<GateState> {
    starting ??= new Promise((resolve) => {
      let hasBegun = false;
      const finish = () => {
        cancelStart();
        if (isLoading && !record.answer && !record.isUnanswered && !isClosed) change({ isUnanswered: true });
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
      const cancelLoad = schedule(longestLoad, begin);
      lastStored = attempt("storage", () => {
        const text = storage?.get(name);
        if (typeof text === "object" && text !== null) return text.then(adopt);
        if (storage) adopt(text);
        // Synchronously, so that the state is decided before the first screen is drawn.
        return begin();
      });
      void lastStored.then(begin);
    });
    return starting;
  }

  function startOrAsk(): Promise<GateState> {
    return starting === null ? start() : askIfDue();
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
      return startOrAsk();
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
      return startOrAsk();
    },
    pause() {
      isPaused = true;
      cancelAsk();
      cancelChange();
    },
    later() {
      if (state.status === "announced") change({ dismissed: record.answer?.window?.start as string }, 1);
      else if (state.status === "recommended") change({ laterUntil: serverNow() + day }, 1);
    },
    skip() {
      if (state.status === "recommended") change({ skipped: String(state.updateTo) }, 1);
    },
    update() {
      const { update } = options;
      const run = () => state.canUpdate && (update ? update(state) : openLink?.(String(state.storeLink)));
      return attempt(update ? "update" : "openLink", run).then((result) => result !== false);
    },
    close() {
      isClosed = true;
      abortRequest();
      asking = null;
      cancelAsk();
      cancelChange();
      cancelSave();
      cancelSave = ignore;
      listeners = [];
    },
  };
}

function ignore(): void {}
