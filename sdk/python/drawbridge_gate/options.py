"""Options of the back end's gate, and their defaults."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Callable, Optional, Sequence, Union

from .app_request import AppRequest
from .gate_problem import GateProblem

_clock_origin = time.time() - time.monotonic()


def _monotonic_now() -> float:
    return _clock_origin + time.monotonic()


@dataclass(eq=False, repr=False)
class GateOptions:
    base_url: Optional[str]
    """Address of the read API, ending in ``/api/v1``."""
    key: Optional[str]
    """Read key of the project."""
    version_header: str = "x-app-version"
    """Header that has the app's version."""
    platform_header: str = "x-app-platform"
    """Header that has the app's platform."""
    os_header: str = "x-app-os"
    """Header that has the version of the device's system, as releases require it."""
    platform: Optional[str] = None
    """Platform of requests without a platform header. None: such requests pass."""
    instance: Union[str, Callable[[AppRequest], Optional[str]], None] = None
    """Instance that this back end is, or a function that finds it for a request. None, or when it fails: the project as a whole."""
    languages: Sequence[str] = ()
    """Languages of the refusals, chosen by ``Accept-Language``; the first is the default. Empty: the project's first language."""
    exempt: Union[Sequence[str], Callable[[AppRequest], bool]] = ()
    """Paths that always pass: exact, or a prefix that ends in ``*``; or a function, which exempts nothing when it fails."""
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
    on_problem: Optional[Callable[[GateProblem], object]] = None
    """Called when a problem begins or changes, by any thread. None: a warning of the logger ``drawbridge_gate``."""
    now: Callable[[], float] = _monotonic_now
    """Epoch seconds; it never goes back."""
    random: Callable[[], float] = random.random
    """From 0 to 1."""
