"""Answers by question. One that is used at least once a minute keeps its place, however many clients invent versions."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Optional, Tuple

from .gate_answer import GateAnswer

# Seconds without a use, after which an answer makes room.
_IDLE = 60.0


@dataclass(frozen=True)
class CachedAnswer:
    answer: Optional[GateAnswer]
    """None: Drawbridge rejects the question, so that requests pass."""
    etag: Optional[str]
    clock_offset: float
    """Seconds that the server's clock is ahead."""
    fresh_until: float
    """Epoch seconds; from then on a new answer is requested."""
    usable_until: float
    """Epoch seconds; from then on the answer is not used."""


class AnswerCache:
    def __init__(self, max_answers: int) -> None:
        self._max = max_answers
        self._places: OrderedDict[str, Tuple[CachedAnswer, float]] = OrderedDict()
        """Each answer with the time of its last use, least recently used first."""

    def find(self, question: str, now: float) -> Optional[CachedAnswer]:
        place = self._places.pop(question, None)
        if place is None:
            return None
        self._places[question] = (place[0], now)
        return place[0]

    def set(self, question: str, answer: CachedAnswer, now: float) -> bool:
        """Returns False if there is no room: every answer was used within a minute."""
        used_at = self._places[question][1] if question in self._places else now
        if question not in self._places and len(self._places) >= self._max:
            oldest = next(iter(self._places))
            if now - self._places[oldest][1] < _IDLE:
                return False
            del self._places[oldest]
        self._places[question] = (answer, used_at)
        return True

    def delete(self, question: str) -> None:
        self._places.pop(question, None)
