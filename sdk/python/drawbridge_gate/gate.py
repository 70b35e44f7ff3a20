"""Decides for each request of an app whether it passes."""

from __future__ import annotations

import asyncio
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Optional, Union

from .answer_cache import CachedAnswer
from .app_request import AppRequest
from .gate_answers import Flight, GateAnswers
from .gate_question import print_question
from .options import GateOptions
from .refusal import Refusal, create_missing_version_refusal, create_refusal


class Gate:
    """Shared by all requests of a process, and by all its threads and event loops."""

    def __init__(self, base_url: str, key: str, **options: Any) -> None:
        """
        :param options: those of :class:`drawbridge_gate.options.GateOptions`
        :raises ValueError: if ``base_url`` or ``key`` cannot be used
        """
        self.options = GateOptions(base_url=base_url, key=key, **options)
        self._answers = GateAnswers(self.options)

    def check(self, request: AppRequest) -> Optional[Refusal]:
        """None: the request passes, as it does whenever Drawbridge gives no answer. Never raises."""
        try:
            found = self._look_up(request)
            return self._decide(self._wait(found) if isinstance(found, Flight) else found)
        except Exception:
            return None

    async def check_async(self, request: AppRequest) -> Optional[Refusal]:
        """As :meth:`check`, without blocking the event loop of asyncio."""
        try:
            found = self._look_up(request)
            return self._decide(await self._wait_async(found) if isinstance(found, Flight) else found)
        except Exception:
            return None

    def _look_up(self, request: AppRequest) -> Union[CachedAnswer, Flight, Refusal, None]:
        options = self.options
        # A preflight request of a browser has no headers of the app.
        if request.method == "OPTIONS" or self._is_exempt(request):
            return None
        question = print_question(options, request)
        if question is not None:
            return self._answers.find(question)
        if not options.require_version:
            return None
        return create_missing_version_refusal(options.version_header, options.platform_header)

    def _is_exempt(self, request: AppRequest) -> bool:
        exempt = self.options.exempt
        if callable(exempt):
            return exempt(request)
        return any(request.path.startswith(path[:-1]) if path.endswith("*") else request.path == path for path in exempt)

    def _wait(self, flight: Flight) -> Optional[CachedAnswer]:
        try:
            return flight.done.result(self.options.time_limit)
        except FutureTimeout:
            self._answers.give_up(flight)
            return None

    async def _wait_async(self, flight: Flight) -> Optional[CachedAnswer]:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(flight.done), self.options.time_limit)
        except asyncio.TimeoutError:
            self._answers.give_up(flight)
            return None

    def _decide(self, found: Union[CachedAnswer, Refusal, None]) -> Optional[Refusal]:
        if found is None or isinstance(found, Refusal):
            return found
        if found.answer is None:
            return None
        return create_refusal(found.answer, self.options.retry_after, self.options.now() + found.clock_offset)
