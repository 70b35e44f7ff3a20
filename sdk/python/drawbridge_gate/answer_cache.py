"""Answers by question: the least recently used one makes room for a new one."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Optional

from .gate_answer import GateAnswer


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
        self._answers: OrderedDict[str, CachedAnswer] = OrderedDict()

    def find(self, question: str) -> Optional[CachedAnswer]:
        found = self._answers.get(question)
        if found:
            self._answers.move_to_end(question)
        return found

    def set(self, question: str, answer: CachedAnswer) -> None:
        self._answers[question] = answer
        self._answers.move_to_end(question)
        while len(self._answers) > self._max:
            self._answers.popitem(last=False)

    def delete(self, question: str) -> None:
        self._answers.pop(question, None)
