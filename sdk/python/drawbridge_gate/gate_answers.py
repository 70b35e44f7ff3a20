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
from .gate_question import GateQuestion
from .gate_request import LATE, GateFailure, GateSuccess, offline, request_gate
from .options import GateOptions
from .problem_reports import ProblemReports

# Concurrent requests about versions without an answer in memory. Versions that clients invent cost no more than these.
_MAX_CONCURRENT = 16
# Seconds for which a rejected question is not asked again.
_REJECTION_SECONDS = 60.0
# Texts of maintenance, if the newest answer has those of an update.
_MAINTENANCE_TEXTS = ("Down for maintenance", "The service is down for maintenance. Try again later.")


@dataclass(frozen=True)
class Flight:
    """A request to Drawbridge that is under way."""

    question: GateQuestion
    done: "Future[Optional[CachedAnswer]]"
    period: int


class GateAnswers:
    def __init__(self, options: GateOptions, problems: ProblemReports) -> None:
        self._options = options
        self._problems = problems
        self._lock = threading.Lock()
        self._cache = AnswerCache(options.max_answers)
        self._newest = AnswerCache(options.max_answers)
        """Newest answer of each scope, without its update: it decides about maintenance when a question has no answer."""
        self._backoff = Backoff(options.random)
        self._flights: Dict[str, Flight] = {}
        self._clock_offset: Optional[float] = None
        """Seconds that the server's clock is ahead; None: no answer has said."""

    def find(self, question: GateQuestion) -> Union[CachedAnswer, Flight, None]:
        """Returns immediately: an answer in memory, a request to wait for, or None for no answer."""
        now = self._options.now()
        with self._lock:
            cached = self._cache.find(question.path, now)
            if cached and now < cached.fresh_until:
                return cached
            is_full = cached is None and len(self._flights) >= _MAX_CONCURRENT
            flight = self._flights.get(question.path)
            added = None if flight or is_full else self._add(question, now)
            newest = self._newest.find(question.scope, now)
            other = next((other for other in self._flights.values() if other.question.scope == question.scope), None)
            is_failing = self._backoff.is_failing
        if added:
            is_failing = not self._start(added, cached, now) or is_failing
        if cached and now < cached.usable_until:
            return cached
        if is_full and not flight:
            self._report_full(f"{_MAX_CONCURRENT} questions are under way", "further versions are refused during maintenance alone")
        # After a failure the next request is a probe: no app waits for it.
        if (flight or added) and not is_failing:
            return flight or added
        if other and not is_failing and not (newest and now < newest.fresh_until):
            return other
        return newest if newest and now < newest.usable_until else None

    def read(self, question: GateQuestion, flight: Flight) -> Optional[CachedAnswer]:
        """The answer when a flight ended, or a request has waited for its time limit; otherwise the newest one of the scope."""
        answer = flight.done.result() if flight.done.done() and flight.question == question else None
        if not flight.done.done():
            self._fail(flight.period, offline(self._options, LATE), self._options.now())
        now = self._options.now()
        with self._lock:
            newest = self._newest.find(question.scope, now)
        return answer or (newest if newest and now < newest.usable_until else None)

    def _add(self, question: GateQuestion, now: float) -> Optional[Flight]:
        """None: not sent."""
        if not self._backoff.admits(now):
            return None
        flight = Flight(question, Future(), self._backoff.period)
        # Running: a waiting task that is canceled must not cancel it for the others.
        flight.done.set_running_or_notify_cancel()
        self._flights[question.path] = flight
        return flight

    def _start(self, flight: Flight, cached: Optional[CachedAnswer], now: float) -> bool:
        thread = threading.Thread(target=self._receive, args=(flight, cached, now), daemon=True, name="drawbridge-gate")
        try:
            thread.start()
        except RuntimeError as error:
            with self._lock:
                del self._flights[flight.question.path]
            self._fail(flight.period, offline(self._options, f"cannot be asked ({error})"), now)
            flight.done.set_result(None)
            return False
        return True

    def _receive(self, flight: Flight, cached: Optional[CachedAnswer], sent_at: float) -> None:
        received: Optional[CachedAnswer] = None
        try:
            result = request_gate(self._options, flight.question.path, cached.etag if cached else None)
            if isinstance(result, GateSuccess):
                received = self._accept(result, cached, sent_at)
            elif result.is_of_question:
                until = self._options.now() + _REJECTION_SECONDS
                received = CachedAnswer(None, None, 0, until, until)
                self._problems.report(result.problem.message, result.problem)
            else:
                status = result.problem.status or 0
                # The server can reject the ETag.
                if cached and status >= 400 and status not in (429, 503):
                    self._keep(flight.question, replace(cached, etag=None))
                self._fail(flight.period, result, self._options.now())
            if received:
                with self._lock:
                    self._backoff.succeed()
                self._problems.report_failure(None)
                self._keep(flight.question, received)
        finally:
            with self._lock:
                del self._flights[flight.question.path]
            flight.done.set_result(received)

    def _keep(self, question: GateQuestion, received: CachedAnswer) -> None:
        now, answer, is_kept = self._options.now(), received.answer, True
        with self._lock:
            if answer:
                title, message = _MAINTENANCE_TEXTS if answer.update == "forced" else (answer.title, answer.message)
                newest = replace(answer, update="none", title=title, message=message)
                self._newest.set(question.scope, replace(received, answer=newest), now)
            if received.usable_until > now:
                is_kept = self._cache.set(question.path, received, now)
            else:
                self._cache.delete(question.path)
        if not is_kept:
            self._report_full(f"{self._options.max_answers} answers are in memory", "no answer of a further version is kept")

    def _report_full(self, what: str, meanwhile: str) -> None:
        message = f"{what}: look for clients that invent versions, or raise `max_answers`; meanwhile, {meanwhile}."
        self._problems.report(what, GateProblem("refused", message))

    def _accept(self, success: GateSuccess, cached: Optional[CachedAnswer], sent_at: float) -> CachedAnswer:
        answer = success.answer or (cached.answer if cached else None)
        max_age = success.max_age or 0
        offset = self._clock_offset or 0.0
        age = 0.0
        if success.server_time is not None:
            # An answer with a `Date` behind the server's clock was in a cache for so long, unless the clock was set.
            measured, before = success.server_time - self._options.now(), self._clock_offset
            # `Date` has whole seconds.
            offset = max(measured, before - 1) if before is not None and before - max_age < measured else measured
            self._clock_offset, age = offset, offset - measured
        fresh_until = sent_at - age + max_age
        # At its next change an answer is known to be wrong.
        change_at = math.inf if answer is None or answer.next_change_at is None else answer.next_change_at - offset
        stale_until = max(fresh_until, min(fresh_until + self._options.max_stale, change_at))
        return CachedAnswer(answer, success.etag, offset, fresh_until, sent_at if success.max_age is None else stale_until)

    def _fail(self, period: int, failure: GateFailure, now: float) -> None:
        with self._lock:
            begins = self._backoff.fail(period, now, failure.retry_after)
        if begins is not None:
            self._problems.report_failure(failure.problem)
