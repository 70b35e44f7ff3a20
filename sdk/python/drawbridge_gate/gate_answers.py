"""Answers in memory, refreshed in the background: requests of apps wait for Drawbridge only on a miss."""

from __future__ import annotations

import math
import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Dict, Optional, Union

from .answer_cache import AnswerCache, CachedAnswer
from .backoff import Backoff
from .gate_problem import GateProblem
from .gate_request import GateFailure, GateSuccess, request_gate
from .options import GateOptions

# Concurrent requests about new versions. Versions that clients invent cost no more than these.
_MAX_CONCURRENT = 16
# Seconds for which a rejected question is not asked again, and its problem not reported again.
_REJECTION_SECONDS = 60.0


@dataclass(frozen=True)
class Flight:
    """A request to Drawbridge that is under way."""

    done: "Future[Optional[CachedAnswer]]"
    period: int


class GateAnswers:
    def __init__(self, options: GateOptions) -> None:
        self._options = options
        self._lock = threading.Lock()
        self._cache = AnswerCache(options.max_answers)
        self._backoff = Backoff(options.random)
        self._flights: Dict[str, Flight] = {}
        self._next_rejection_report = -math.inf

    def find(self, question: str) -> Union[CachedAnswer, Flight, None]:
        """Returns immediately: an answer in memory, a request to wait for, or None for no answer."""
        now = self._options.now()
        with self._lock:
            cached = self._cache.find(question)
            if cached and now < cached.fresh_until:
                return cached
            flight = self._flights.get(question) or self._send(question, cached, now)
            if cached and now < cached.usable_until:
                return cached
            # After a failure the next request is a probe: no app waits for it.
            return None if self._backoff.is_failing else flight

    def give_up(self, flight: Flight) -> None:
        """The request of an app has waited for its time limit."""
        self._fail(flight.period, GateFailure(GateProblem("timeout")), self._options.now())

    def _send(self, question: str, cached: Optional[CachedAnswer], now: float) -> Optional[Flight]:
        """None: not sent."""
        if not cached and len(self._flights) >= _MAX_CONCURRENT:
            return None
        if not self._backoff.admits(now):
            return None
        flight = Flight(Future(), self._backoff.period)
        # Running: a waiting task that is cancelled must not cancel it for the others.
        flight.done.set_running_or_notify_cancel()
        self._flights[question] = flight
        thread = threading.Thread(target=self._receive, args=(question, cached, flight, now), daemon=True, name="drawbridge-gate")
        try:
            thread.start()
        except RuntimeError:
            # The process has no room for another thread.
            del self._flights[question]
            self._backoff.fail(flight.period, now)
            return None
        return flight

    def _receive(self, question: str, cached: Optional[CachedAnswer], flight: Flight, sent_at: float) -> None:
        received: Optional[CachedAnswer] = None
        try:
            result = request_gate(self._options, question, cached.etag if cached else None)
            now = self._options.now()
            if isinstance(result, GateSuccess):
                received = self._accept(result, cached, sent_at)
            elif result.is_of_question:
                received = CachedAnswer(None, None, 0, now + _REJECTION_SECONDS, now + _REJECTION_SECONDS)
                self._report_rejection(result.problem, now)
            else:
                self._fail(flight.period, result, now)
            if received:
                self._keep(question, received, now)
        finally:
            with self._lock:
                del self._flights[question]
            flight.done.set_result(received)

    def _keep(self, question: str, received: CachedAnswer, now: float) -> None:
        with self._lock:
            self._backoff.succeed()
            if received.usable_until > now:
                self._cache.set(question, received)
            else:
                self._cache.delete(question)

    def _accept(self, success: GateSuccess, cached: Optional[CachedAnswer], sent_at: float) -> CachedAnswer:
        answer = success.answer or (cached.answer if cached else None)
        fresh_until = sent_at + (success.max_age or 0)
        # At its next change an answer is known to be wrong.
        change_at = math.inf
        if answer and answer.next_change_at is not None:
            change_at = answer.next_change_at - success.clock_offset
        usable_until = max(fresh_until, min(fresh_until + self._options.max_stale, change_at))
        if success.max_age is None:
            usable_until = sent_at
        return CachedAnswer(answer, success.etag, success.clock_offset, fresh_until, usable_until)

    def _report_rejection(self, problem: GateProblem, now: float) -> None:
        if now >= self._next_rejection_report:
            self._next_rejection_report = now + _REJECTION_SECONDS
            self._report(replace(problem, retry_in=_REJECTION_SECONDS))

    def _fail(self, period: int, failure: GateFailure, now: float) -> None:
        with self._lock:
            retry_in = self._backoff.fail(period, now, failure.retry_after)
        if retry_in is not None:
            self._report(replace(failure.problem, retry_in=retry_in))

    def _report(self, problem: GateProblem) -> None:
        try:
            self._options.on_problem(problem)
        except Exception:
            # An error in a log must not stop a request.
            pass
