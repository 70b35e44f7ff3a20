"""A request of an app to the back end, as every framework can describe it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional


@dataclass(frozen=True)
class AppRequest:
    method: str
    path: str
    """Without the query."""
    header: Callable[[str], Optional[str]]
    """Value of a header, by its name in lower case."""
