"""Options of the back end's gate, and their defaults."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass
from typing import Callable, Optional, Sequence, Union

from .app_request import AppRequest
from .gate_problem import GateProblem

_clock_origin = time.time() - time.monotonic()


def _monotonic_now() -> float:
    return _clock_origin + time.monotonic()


def _ignore(problem: GateProblem) -> None:
    pass


@dataclass(frozen=True)
class GateOptions:
    base_url: str
    """Address of the read API, ending in ``/api/v1``."""
    key: str
    """Read key of the project."""
    version_header: str = "x-app-version"
    """Header that has the app's version."""
    platform_header: str = "x-app-platform"
    """Header that has the app's platform."""
    platform: Optional[str] = None
    """Platform of requests without a platform header. None: such requests pass."""
    instance: Union[str, Callable[[AppRequest], Optional[str]], None] = None
    """Instance that this back end is, or a function that finds it for a request. None: the project as a whole."""
    languages: Sequence[str] = ()
    """Languages of the refusals, chosen by ``Accept-Language``; the first is the default. Empty: the project's first language."""
    exempt: Union[Sequence[str], Callable[[AppRequest], bool]] = ()
    """Paths that always pass: exact, or a prefix that ends in ``*``; or a function. ``OPTIONS`` always passes."""
    require_version: bool = False
    """Whether requests without a valid version and platform are refused with 426."""
    time_limit: float = 0.3
    """Seconds that a request waits for an answer that is not in memory."""
    max_stale: float = 600
    """Seconds after ``max-age`` during which an answer is still used while a new one is requested."""
    max_answers: int = 1000
    """Answers in memory."""
    retry_after: int = 60
    """Seconds of ``Retry-After`` when the planned end of the maintenance has passed."""
    on_problem: Callable[[GateProblem], None] = _ignore
    """Called when Drawbridge does not answer as it should, at most once per retry. Requests pass meanwhile."""
    now: Callable[[], float] = _monotonic_now
    """Epoch seconds; it never goes back."""
    random: Callable[[], float] = random.random
    """From 0 to 1."""

    def __post_init__(self) -> None:
        """Raises ValueError if ``base_url`` or ``key`` cannot be used."""
        if not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", self.base_url):
            raise ValueError("`base_url` must be an http or https address such as https://gate.example.com/api/v1.")
        if not re.fullmatch(r"[!-~]+", self.key):
            raise ValueError("`key` must be a read key of the project, such as dbr_….")
        if isinstance(self.exempt, str) or isinstance(self.languages, str):
            raise ValueError("`exempt` and `languages` must be lists, such as ['/health'].")
        object.__setattr__(self, "version_header", self.version_header.lower())
        object.__setattr__(self, "platform_header", self.platform_header.lower())
