"""The question to ask Drawbridge for a request of an app."""

from __future__ import annotations

import re
from typing import Optional, Sequence
from urllib.parse import quote

from .app_request import AppRequest
from .options import GateOptions

# Forms of the read API (a version has at most 64 characters); anything else would only be rejected there.
_VERSION_FORM = re.compile(r"v?[0-9][A-Za-z0-9_.+-]*", re.IGNORECASE)
_PLATFORM_FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_MAX_LENGTH = 64
# A longer one fails with 414, as if Drawbridge were away: one request could open the gate for all.
_MAX_INSTANCE_LENGTH = 128


def print_question(options: GateOptions, request: AppRequest) -> Optional[str]:
    """
    Path and query for ``GET {base_url}``; also the name of the answer in memory.

    None: the request names no version, platform or instance that could be asked about.
    """
    version = (request.header(options.version_header) or "").strip()
    platform = (request.header(options.platform_header) or "").strip() or (options.platform or "")
    if len(version) > _MAX_LENGTH or not _VERSION_FORM.fullmatch(version):
        return None
    if len(platform) > _MAX_LENGTH or not _PLATFORM_FORM.fullmatch(platform):
        return None
    instance = options.instance(request) if callable(options.instance) else options.instance
    if instance and len(instance) > _MAX_INSTANCE_LENGTH:
        return None
    language = choose_language(options.languages, request.header("accept-language") or "")
    query = [("platform", platform.lower()), ("current_version", version)]
    query += [("instanceId", instance)] if instance else []
    query += [("lang", language)] if language else []
    return "/gate?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in query)


def choose_language(offered: Sequence[str], header: str) -> Optional[str]:
    """The first of the user's languages that is offered, as in RFC 4647 lookup: ``de-AT`` finds ``de``."""
    if not offered:
        return None
    for tag in _wanted_languages(header):
        while tag:
            for language in offered:
                if language.lower() == tag:
                    return language
            tag = tag.rpartition("-")[0]
    return offered[0]


def _wanted_languages(header: str) -> list[str]:
    """Tags of ``Accept-Language`` in lower case, most wanted first."""
    wanted: list[tuple[float, str]] = []
    for language_range in header[:200].lower().split(","):
        tag, *parameters = (part.strip() for part in language_range.split(";"))
        weights = [parameter[2:] for parameter in parameters if parameter.startswith("q=")]
        try:
            weight = float(weights[0]) if weights else 1.0
        except ValueError:
            continue
        if weight > 0 and re.fullmatch(r"[a-z0-9-]+", tag):
            wanted.append((weight, tag))
    return [tag for _, tag in sorted(wanted, key=lambda pair: -pair[0])]
