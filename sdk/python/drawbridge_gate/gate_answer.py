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
    window_end: Optional[str]
    """End of the reported window, RFC 3339."""
    next_change_at: Optional[float]
    """Epoch seconds of the server's clock."""


def parse_gate_answer(body: bytes) -> Optional[GateAnswer]:
    """None: not an answer of ``/gate``; a wrong type anywhere makes it none."""
    members = _parse_object(body)
    if members is None:
        return None
    if members.get("update") not in ("none", "recommended", "forced"):
        return None
    if members.get("maintenance") not in ("none", "announced", "active"):
        return None
    # An absent member is an ellipsis, which is neither a text nor null.
    texts = members.get("title"), members.get("message")
    texts_or_none = members.get("update_to", ...), members.get("store_link", ...), members.get("next_change_at", ...)
    window = members.get("window", ...)
    if not all(isinstance(text, str) for text in texts):
        return None
    if not all(text is None or isinstance(text, str) for text in texts_or_none):
        return None
    if not (members["maintenance"] == "none" if window is None else _is_window(window)):
        return None
    next_change = members["next_change_at"]
    if next_change is not None and parse_instant(next_change) is None:
        return None
    return GateAnswer(
        update=members["update"],
        update_to=members["update_to"],
        maintenance=members["maintenance"],
        title=members["title"],
        message=members["message"],
        store_link=members["store_link"],
        window_end=members["window"] and members["window"]["end"],
        next_change_at=parse_instant(next_change),
    )


def parse_instant(value: object) -> Optional[float]:
    """Epoch seconds. None: not an instant with an offset."""
    if not isinstance(value, str):
        return None
    try:
        # Python 3.9 and 3.10 do not read `Z`.
        parsed = datetime.fromisoformat(re.sub(r"Z$", "+00:00", value))
        return parsed.timestamp() if parsed.tzinfo else None
    except (ValueError, OverflowError):
        return None


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


def _is_window(window: object) -> bool:
    if not isinstance(window, dict) or not isinstance(window.get("name"), str):
        return False
    return all(parse_instant(window.get(name)) is not None for name in ("reminder_start", "start", "end"))
