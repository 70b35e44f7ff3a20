"""Failure of a request to Drawbridge, for logs. Requests of apps pass meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class GateProblem:
    kind: str
    """
    - ``offline``: no connection, or it was closed before the answer was complete.
    - ``timeout``: no answer in time.
    - ``rejected``: a status other than 200 and 304, or a redirect (code ``redirected``).
    - ``malformed``: an answer that does not have the types of the contract, or is longer than 64 KiB.
    """
    status: Optional[int] = None
    """HTTP status of a rejected request."""
    code: Optional[str] = None
    """Error code of the read API, such as ``unknown_api_key``."""
    retry_in: float = 0
    """Seconds until the gate asks again."""
