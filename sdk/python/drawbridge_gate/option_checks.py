"""
Checks of the options when a gate is created.

A wrong type or range is an error of the program, and raises. Texts that usually come from the environment (address, key, platform,
instance) are not worth a back end that does not start: they are ``misconfigured``.
"""

from __future__ import annotations

import re
from typing import Any, Callable, List, Mapping, Tuple
from urllib.parse import urlsplit

# The words continue "must be".
_Rule = Tuple[Callable[[Any], bool], str]


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_list_of(form: str, value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) and re.fullmatch(form, item) for item in value)


def _number(kinds: Tuple[type, ...], unit: str, low: float, high: float) -> _Rule:
    name = "a number" if float in kinds else "a whole number"
    return lambda value: type(value) in kinds and low <= value <= high, f"{name} of {unit} from {low} to {high}"


_header: _Rule = (lambda value: isinstance(value, str) and bool(re.fullmatch(r"[\w-]+", value)), "the name of a header")
_RULES: Mapping[str, _Rule] = {
    "base_url": (_is_text_or_none, "a string"),
    "key": (_is_text_or_none, "a string"),
    "version_header": _header,
    "platform_header": _header,
    "os_header": _header,
    "platform": (_is_text_or_none, "a string"),
    "instance": (lambda value: _is_text_or_none(value) or callable(value), "a string, or a function of the request"),
    "languages": (lambda value: _is_list_of("[A-Za-z0-9-]+", value), 'a list of language tags, such as ["en", "de"]'),
    "exempt": (
        lambda value: callable(value) or _is_list_of(r"/[^*?#]*\*?", value),
        'a list of paths, such as ["/health", "/auth/*"], or a function of the request',
    ),
    "require_version": (lambda value: isinstance(value, bool), "True or False"),
    "time_limit": _number((int, float), "seconds", 0.001, 60),
    "max_stale": _number((int, float), "seconds", 0, 604_800),
    "max_answers": _number((int,), "answers", 1, 1_000_000),
    "retry_after": _number((int,), "seconds", 1, 3_600),
    "on_problem": (lambda value: value is None or callable(value), "a function"),
    "now": (callable, "a function"),
    "random": (callable, "a function"),
}


def check_options(options: Mapping[str, Any]) -> None:
    """Raises ValueError that names every option of a wrong type or range."""
    wrong = [
        f"`{name}` must be {words}" + ("" if name == "key" else f", not {options[name]!r:.80}")
        for name, (accepts, words) in _RULES.items()
        if not accepts(options[name])
    ]
    if wrong:
        raise ValueError(f"Gate: {'; '.join(wrong)}.")


def find_misconfigured(options: Mapping[str, Any]) -> List[str]:
    """A part of a sentence for each text that cannot be used."""
    base_url, key, platform, instance = (options[name] for name in ("base_url", "key", "platform", "instance"))
    # Neither a key nor a password is in a message.
    shown = re.sub("[^/']*@", "…@", f"{base_url!r:.80}")
    wrong = {
        f"`base_url` must be an http or https address such as https://gate.example.com/api/v1, not {shown}": not _is_address(base_url or ""),
        "`key` must be a read key of the project, as it was shown when it was created": not re.fullmatch(r"(?!.*\.\.\.)[!-~]+", key or ""),
        f"`platform` must be a platform such as ios, not {platform!r:.80}": platform is not None and not is_platform(platform),
        f"`instance` must be the id of an instance, not {instance!a:.80}": isinstance(instance, str) and not is_instance(instance),
    }
    return [words for words, is_wrong in wrong.items() if is_wrong]


def is_platform(value: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", value))


def is_instance(value: object) -> bool:
    """A longer one fails with 414, and one that is no Unicode text cannot be sent: as if Drawbridge were away."""
    return isinstance(value, str) and bool(re.fullmatch("[^\ud800-\udfff]{1,128}", value))


def _is_address(value: str) -> bool:
    try:
        return bool(re.fullmatch(r"https?://(?!.*(\.\.\.|…))[^/?#@\s]+(/[^?#\s]*)?", value)) and urlsplit(value).port != 0
    except ValueError:
        return False
