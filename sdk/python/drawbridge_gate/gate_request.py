"""One request to ``GET {base_url}/gate``."""

from __future__ import annotations

import http.client
import re
import socket
import threading
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Optional, Tuple, Union
from urllib.parse import urlsplit

from .gate_answer import GateAnswer, parse_gate_answer, parse_problem_code
from .gate_problem import GateProblem
from .options import GateOptions

# Seconds after which a request is given up. Longer than requests of apps wait: a slow answer is still kept.
_REQUEST_TIME_LIMIT = 2.0
_MAX_BODY_BYTES = 65536
# Seconds an answer is fresh at most, and without `max-age`.
_LONGEST_MAX_AGE = 3600
_DEFAULT_MAX_AGE = 30
# Longer, the server could reject all further requests.
_ETAG_FORM = re.compile(r"[!-~]{1,256}")
# Rejections that concern the question, not the key or the server.
_QUESTION_CODES = ("400 invalid_version", "400 unknown_platform", "403 key_not_allowed", "404 unknown_instance")
LATE = "does not answer in time"
_MEANWHILE = "meanwhile, answers in memory decide, and other requests pass."


@dataclass(frozen=True)
class GateSuccess:
    answer: Optional[GateAnswer]
    """None: the answer with the ETag that was sent is still the one."""
    etag: Optional[str]
    max_age: Optional[float]
    """Seconds that the answer is fresh; None: it must not be kept."""
    server_time: Optional[float]
    """The server's clock, epoch seconds; None: it did not say."""


@dataclass(frozen=True)
class GateFailure:
    problem: GateProblem
    retry_after: float = 0
    """Seconds of ``Retry-After``."""
    is_of_question: bool = False
    """Whether Drawbridge rejects this question alone."""


def request_gate(options: GateOptions, question: str, etag: Optional[str]) -> Union[GateSuccess, GateFailure]:
    """Never raises."""
    address = urlsplit(options.base_url or "")
    is_late = threading.Event()
    connection: Optional[http.client.HTTPConnection] = None

    def give_up() -> None:
        is_late.set()
        try:
            if connection and connection.sock:
                connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    timer = threading.Timer(_REQUEST_TIME_LIMIT, give_up)
    timer.daemon = True
    timer.start()
    try:
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        connection = kind(address.netloc.rpartition("@")[2], timeout=_REQUEST_TIME_LIMIT)
        headers = {"x-api-key": options.key or "", "accept": "application/json", "connection": "close"}
        if etag is not None:
            headers["if-none-match"] = etag
        connection.request("GET", address.path.rstrip("/") + question, headers=headers)
        response = connection.getresponse()
        body = response.read(_MAX_BODY_BYTES + 1)
        if len(body) > _MAX_BODY_BYTES:
            return _invalid(options)
        if response.length:
            return offline(options, LATE if is_late.is_set() else "closed the connection")
        return _read_result(options, response, body, etag)
    except Exception as error:
        is_timeout = is_late.is_set() or isinstance(error, socket.timeout)
        return offline(options, LATE if is_timeout else f"cannot be reached ({error!r:.80})")
    finally:
        timer.cancel()
        if connection:
            connection.close()


def offline(options: GateOptions, what: str) -> GateFailure:
    """:param what: continues the address"""
    message = f"{options.base_url} {what}: check the address, the network and the server; {_MEANWHILE}"
    return GateFailure(GateProblem("offline", message))


def _invalid(options: GateOptions) -> GateFailure:
    message = f"{options.base_url} sends something else than answers of Drawbridge: check for a proxy or a sign-in page; {_MEANWHILE}"
    return GateFailure(GateProblem("invalid_answer", message))


def _read_result(
    options: GateOptions, response: http.client.HTTPResponse, body: bytes, etag: Optional[str]
) -> Union[GateSuccess, GateFailure]:
    if response.status == 304 and etag is not None:
        return GateSuccess(None, etag, *_read_freshness(response))
    if response.status not in (200, 304):
        return _read_rejection(options, response, body)
    answer = parse_gate_answer(body)
    if answer is None:
        return _invalid(options)
    tag = response.getheader("etag") or ""
    return GateSuccess(answer, tag if _ETAG_FORM.fullmatch(tag) else None, *_read_freshness(response))


def _read_rejection(options: GateOptions, response: http.client.HTTPResponse, body: bytes) -> GateFailure:
    status = response.status
    reason = "redirected" if status < 400 else parse_problem_code(body)
    answered = f"{options.base_url} answers {status} {reason or ''}".rstrip()
    if f"{status} {reason}" in _QUESTION_CODES:
        message = f"{answered}: check what apps send, `instance` and the scope of `key`; meanwhile, such requests pass."
        return GateFailure(GateProblem("refused", message, status, reason), is_of_question=True)
    message = f"{answered}: check `base_url` (it ends in /api/v1), `key` and the server; {_MEANWHILE}"
    problem = GateProblem("refused", message, status, reason)
    retry = response.getheader("retry-after") or ""
    date = _parse_date(retry)
    seconds = float(retry) if re.fullmatch(r"[0-9]{1,9}", retry) else 0 if date is None else max(0, date - options.now())
    return GateFailure(problem, seconds)


def _read_freshness(response: http.client.HTTPResponse) -> Tuple[Optional[float], Optional[float]]:
    """Seconds that the answer is fresh, None if it must not be kept; and the server's clock."""
    control = (response.getheader("cache-control") or "").lower()
    # Spent in a cache between the server and here.
    spent = response.getheader("age") or ""
    age = int(spent) if re.fullmatch(r"[0-9]{1,9}", spent) else 0
    seconds = re.search(r"(?:^|[\s,])max-age=([0-9]{1,9})", control)
    max_age = (int(seconds.group(1)) if seconds else _DEFAULT_MAX_AGE) - age
    date = _parse_date(response.getheader("date") or "")
    is_kept = not re.search(r"(?:^|[\s,])no-store", control)
    return min(max(max_age, 0), _LONGEST_MAX_AGE) if is_kept else None, None if date is None else date + age


def _parse_date(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
