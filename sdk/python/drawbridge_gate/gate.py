"""Decides for each request of an app whether it passes."""

from __future__ import annotations

import asyncio
from concurrent.futures import wait
from dataclasses import dataclass
from typing import Optional, Tuple, Union

from .answer_cache import CachedAnswer
from .app_request import AppRequest
from .gate_answers import Flight, GateAnswers
from .gate_problem import GateProblem
from .gate_question import GateQuestion, read_question
from .option_checks import check_options, find_misconfigured
from .options import GateOptions
from .problem_reports import ProblemReports
from .refusal import Refusal, create_missing_version_refusal, create_refusal


# Without a printed form: it would have the key.
@dataclass(eq=False, repr=False)
class Gate(GateOptions):
    """
    Shared by all requests of a process, and by all its threads and event loops.

    An address, key, platform or instance that cannot be used is a problem ``misconfigured``, and every request passes.

    :raises ValueError: names every option of a wrong type or range
    """

    def __post_init__(self) -> None:
        check_options(vars(self))
        self._problems = ProblemReports(self.on_problem, self.now)
        self._answers = GateAnswers(self, self._problems)
        wrong = find_misconfigured(vars(self))
        self._is_misconfigured = bool(wrong)
        if wrong:
            message = f"{'; '.join(wrong)}: nothing is asked, and every request passes."
            self._problems.report("options", GateProblem("misconfigured", message))

    def check(self, request: AppRequest) -> Optional[Refusal]:
        """None: the request passes, as it does whenever Drawbridge gives no answer. Never raises."""
        try:
            question, found = self._look_up(request)
            if question and isinstance(found, Flight):
                wait([found.done], self.time_limit)
                found = self._answers.read(question, found)
            return self._decide(found)
        except Exception as error:
            self._report(error)
            return None

    async def check_async(self, request: AppRequest) -> Optional[Refusal]:
        """As :meth:`check`, without blocking the event loop of asyncio."""
        try:
            question, found = self._look_up(request)
            if question and isinstance(found, Flight):
                await asyncio.wait([asyncio.wrap_future(found.done)], timeout=self.time_limit)
                found = self._answers.read(question, found)
            return self._decide(found)
        except Exception as error:
            self._report(error)
            return None

    def _look_up(self, request: AppRequest) -> Tuple[Optional[GateQuestion], Union[CachedAnswer, Flight, Refusal, None]]:
        # A preflight request of a browser has no headers of the app.
        if self._is_misconfigured or request.method == "OPTIONS" or self._is_exempt(request):
            return None, None
        question = read_question(self, self._problems, request)
        if question:
            return question, self._answers.find(question)
        return None, create_missing_version_refusal(self.version_header, self.platform_header) if self.require_version else None

    def _is_exempt(self, request: AppRequest) -> bool:
        exempt = self.exempt
        if callable(exempt):
            instead = "no request that it fails for is exempt"
            return self._problems.call("exempt", exempt, request, lambda value: isinstance(value, bool), instead) or False
        return any(_matches_path(path.lower(), request.path.lower()) for path in exempt)

    def _decide(self, found: Union[CachedAnswer, Refusal, Flight, None]) -> Optional[Refusal]:
        if isinstance(found, Refusal):
            return found
        if not isinstance(found, CachedAnswer) or found.answer is None:
            return None
        return create_refusal(found.answer, self.retry_after, self.now() + found.clock_offset)

    def _report(self, error: Exception) -> None:
        message = f"A request could not be read ({error!r:.80}): correct its adapter; meanwhile, such requests pass."
        self._problems.report("check", GateProblem("callback_failed", message))


def _matches_path(exempt: str, path: str) -> bool:
    """Many frameworks serve ``/Health`` and ``/health/`` as ``/health``; headers can be left out, so that this opens nothing."""
    return path.startswith(exempt[:-1]) if exempt.endswith("*") else path in (exempt, f"{exempt}/")
