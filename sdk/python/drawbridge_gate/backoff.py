"""Pauses requests to Drawbridge after a failure: one is sent per interval, and no request of an app waits for it."""

from __future__ import annotations

from typing import Callable, Optional

# Seconds.
_SHORTEST_DELAY = 5.0
_LONGEST_DELAY = 60.0
# Longest `Retry-After` that is followed.
_LONGEST_RETRY_AFTER = 3600.0
# More failures do not lengthen the delay.
_MAX_DOUBLINGS = 4


class Backoff:
    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._failures = 0
        self._until = 0.0
        self._is_probing = False
        self.period = 0
        """Changes with every failure and success: requests sent before do not fail again."""

    @property
    def is_failing(self) -> bool:
        return self._failures > 0

    def admits(self, now: float) -> bool:
        """Whether a request can be sent now; true counts as sent."""
        if not self.is_failing:
            return True
        if self._is_probing or now < self._until:
            return False
        self._is_probing = True
        return True

    def fail(self, period: int, now: float, retry_after: float = 0) -> Optional[float]:
        """Returns the seconds until the next request; None: a request of the same period failed before."""
        if period != self.period:
            return None
        delay = min(_SHORTEST_DELAY * 2.0 ** min(self._failures, _MAX_DOUBLINGS), _LONGEST_DELAY)
        wait = max(delay * (1 + self._random() / 10), min(retry_after, _LONGEST_RETRY_AFTER))
        self._failures += 1
        self._until = now + wait
        self._is_probing = False
        self.period += 1
        return wait

    def succeed(self) -> None:
        if not self.is_failing:
            return
        self._failures = 0
        self._is_probing = False
        self.period += 1
