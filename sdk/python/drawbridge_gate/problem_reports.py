"""Reports a problem when it begins or changes, not when it repeats."""

from __future__ import annotations

import inspect
import logging
import math
import threading
from typing import Callable, Dict, Optional, TypeVar

from .app_request import AppRequest
from .gate_problem import GateProblem

Result = TypeVar("Result")
# Seconds without a problem after which it has ended.
_QUIET = 600.0
_log = logging.getLogger("drawbridge_gate")


class ProblemReports:
    def __init__(self, on_problem: Optional[Callable[[GateProblem], object]], now: Callable[[], float]) -> None:
        self._on_problem = on_problem
        self._now = now
        self._lock = threading.Lock()
        self._last_seen: Dict[str, float] = {}
        """When each problem occurred last, epoch seconds."""
        self._failure: Optional[str] = None

    def report(self, name: str, problem: GateProblem) -> None:
        """Messages of the same name are one problem: details can differ from request to request."""
        if self._begins(name):
            self._send(problem)

    def report_failure(self, problem: Optional[GateProblem]) -> None:
        """:param problem: of a failed request to Drawbridge; None after a good answer"""
        message = problem.message if problem else None
        with self._lock:
            is_new = message != self._failure
            self._failure = message
        if problem and is_new:
            self._send(problem)

    def call(
        self,
        name: str,
        function: Callable[[AppRequest], Optional[Result]],
        request: AppRequest,
        accepts: Callable[[object], bool],
        instead: str,
    ) -> Optional[Result]:
        """
        Calls a function of the options. None: it returned nothing, or failed.

        :param instead: what happens to the request when it fails: a part of a sentence
        """
        try:
            result = function(request)
            if result is None or accepts(result):
                return result
            if inspect.iscoroutine(result):
                result.close()
            failure = f"returned {result!r:.80}"
        except Exception as error:
            failure = f"failed ({error!r:.80})"
        self.report(name, GateProblem("callback_failed", f"`{name}` {failure}: correct it; meanwhile, {instead}."))
        return None

    def _begins(self, name: str) -> bool:
        now = self._now()
        with self._lock:
            last = self._last_seen.get(name, -math.inf)
            self._last_seen[name] = now
            return now - last >= _QUIET

    def _send(self, problem: GateProblem) -> None:
        """An error in a log must not stop a request."""
        if self._on_problem is None:
            _log.warning("Drawbridge: %s", problem.message)
            return
        try:
            self._on_problem(problem)
        except Exception:
            if self._begins("on_problem"):
                _log.warning("Drawbridge: `on_problem` failed: %s", problem.message, exc_info=True)
