"""The answer of ``/gate`` as far as a back end needs it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Optional


@dataclass(frozen=True)
class GateAnswer:
    update: str
    update_to: Optional[str]
    maintenance: str
    title: str
    message: str
    store_link: Optional[str]
    window_end: Optional[float]
    """End of the reported window in epoch seconds of the server's clock; None: not known."""
    next_change_at: Optional[float]
    """Epoch seconds of the server's clock."""


def parse_gate_answer(body: bytes) -> Optional[GateAnswer]:
    """None: not an answer of ``/gate``."""
    members = _parse_object(body)
    if members is None:
        return None
    if members.get("update") not in ("none", "recommended", "forced"):
        return None
    if members.get("maintenance") not in ("none", "announced", "active"):
        return None
    title, message = members.get("title"), members.get("message")
    if not isinstance(title, str) or not isinstance(message, str):
        return None
    window = members.get("window")
    return GateAnswer(
        update=members["update"],
        update_to=_text_or_none(members.get("update_to")),
        maintenance=members["maintenance"],
        title=title,
        message=message,
        store_link=_text_or_none(members.get("store_link")),
        window_end=_parse_instant(window.get("end")) if isinstance(window, dict) else None,
        next_change_at=_parse_instant(members.get("next_change_at")),
    )


def parse_problem_code(body: bytes) -> Optional[str]:
    """Code of a problem of the read API, such as ``unknown_api_key``."""
    code = (_parse_object(body) or {}).get("code")
    return code if isinstance(code, str) and re.fullmatch(r"[a-z_]{1,64}", code) else None


def _parse_object(body: bytes) -> Optional[dict[str, Any]]:
    try:
        value = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _text_or_none(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None


def _parse_instant(value: object) -> Optional[float]:
    if not isinstance(value, str):
        return None
    try:
        # Python 3.9 and 3.10 do not read `Z`.
        parsed = datetime.fromisoformat(re.sub(r"Z$", "+00:00", value))
        return parsed.timestamp() if parsed.tzinfo else None
    except (ValueError, OverflowError):
        return None
