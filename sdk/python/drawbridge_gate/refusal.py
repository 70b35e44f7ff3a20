"""The response that stops a request of an app: 426 or 503 as ``application/problem+json``."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Mapping, Optional

from .gate_answer import GateAnswer, parse_instant

# Seconds. Clients that wait longer would miss the early end of a maintenance.
_MAX_RETRY_AFTER = 3600


@dataclass(frozen=True)
class Refusal:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    """JSON text."""


def create_refusal(answer: GateAnswer, retry_after: int, now: float) -> Optional[Refusal]:
    """
    None: the request passes.

    :param retry_after: seconds, if the planned end of the maintenance has passed
    :param now: epoch seconds of the server's clock
    """
    if answer.update == "forced":
        extra = {"update_to": answer.update_to, "store_link": answer.store_link}
        return _problem(426, "update_required", answer.title, answer.message, {}, extra)
    if answer.maintenance != "active":
        return None
    end = parse_instant(answer.window_end)
    left = 0 if end is None else math.ceil(end - now)
    seconds = min(left if left > 0 else retry_after, _MAX_RETRY_AFTER)
    extra = {"end": answer.window_end if left > 0 else None}
    return _problem(503, "maintenance", answer.title, answer.message, {"retry-after": str(seconds)}, extra)


def create_missing_version_refusal(version_header: str, platform_header: str) -> Refusal:
    """For back ends that require a version."""
    detail = f"Send the app's version in `{version_header}`, such as 2.4.0, and its platform in `{platform_header}`, such as ios."
    return _problem(426, "version_required", "Version required", detail, {}, {})


def _problem(
    status: int, code: str, title: str, detail: str, headers: Mapping[str, str], extra: Mapping[str, Optional[str]]
) -> Refusal:
    members = {"type": f"urn:drawbridge:problem:{code}", "title": title, "status": status, "detail": detail, "code": code, **extra}
    return Refusal(
        status=status,
        headers={"content-type": "application/problem+json; charset=utf-8", "cache-control": "no-store", **headers},
        body=json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"),
    )
