"""The question to ask Drawbridge for a request of an app."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional, Sequence
from urllib.parse import quote

from .app_request import AppRequest
from .option_checks import is_instance, is_platform
from .options import GateOptions
from .problem_reports import ProblemReports

# Form of the read API (at most 64 characters), with what apps can add: blanks, and a build in brackets. Anything else would only be
# rejected there.
_VERSION_FORM = re.compile(r"v?[0-9][A-Za-z0-9_.+ -]*(\([A-Za-z0-9_.-]+\))?", re.IGNORECASE)
_MAX_LENGTH = 64
# Anything else is not judged there: asked about, it would only take places in memory.
_OS_FORM = re.compile(r"[0-9][0-9.]{0,15}")


@dataclass(frozen=True)
class GateQuestion:
    path: str
    """Path and query for ``GET {base_url}``; also the name of the answer in memory."""
    scope: str
    """Platform and instance: maintenance depends on nothing else."""


def read_question(options: GateOptions, problems: ProblemReports, request: AppRequest) -> Optional[GateQuestion]:
    """None: the request names no version or platform that could be asked about."""
    version = (request.header(options.version_header.lower()) or "").strip()
    platform = (request.header(options.platform_header.lower()) or "").strip() or (options.platform or "")
    if len(version) > _MAX_LENGTH or not _VERSION_FORM.fullmatch(version) or not is_platform(platform):
        return None
    os = _OS_FORM.fullmatch((request.header(options.os_header.lower()) or "").strip())
    instance = _find_instance(options, problems, request)
    language = choose_language(options.languages, request.header("accept-language") or "")
    scope = _print_query(platform=platform.lower(), instanceId=instance)
    return GateQuestion(f"/gate?{scope}&{_print_query(current_version=version, os=os and os[0], lang=language)}", scope)


def _find_instance(options: GateOptions, problems: ProblemReports, request: AppRequest) -> Optional[str]:
    instance = options.instance
    if not callable(instance):
        return instance
    accepts, instead = (lambda value: value == "" or is_instance(value)), "the project as a whole decides"
    return problems.call("instance", instance, request, accepts, instead) or None


def _print_query(**members: Optional[str]) -> str:
    return "&".join(f"{name}={quote(value, safe='')}" for name, value in members.items() if value is not None)


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
