"""Problems of the gate, for logs and alerts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class GateProblem:
    code: str
    """
    - ``misconfigured``: an address, a key, a platform or an instance cannot be used. Nothing is asked, and every request passes.
    - ``offline``: no connection to Drawbridge, or no complete answer in time.
    - ``refused``: Drawbridge refuses a question, or the gate has no place for one.
    - ``invalid_answer``: an answer that does not have the types of the contract, or is longer than 64 KiB.
    - ``callback_failed``: a function of the back end raised an error, or returned something else than it must.
    """
    message: str
    """One sentence: the cause, what to do, and what happens to requests meanwhile."""
    status: Optional[int] = None
    """HTTP status of a refusal."""
    reason: Optional[str] = None
    """Code that Drawbridge sent with it, such as ``unknown_api_key``."""
