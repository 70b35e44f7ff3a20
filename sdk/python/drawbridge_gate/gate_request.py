"""One request to ``GET {base_url}/gate``."""

from __future__ import annotations

import http.client
import re
import socket
import threading
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Optional, Union
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
# Rejections that concern the question, not the key or the server.
_QUESTION_CODES = {
    (400, "invalid_version"),
    (400, "unknown_platform"),
    (403, "key_not_allowed"),
    (404, "unknown_instance"),
}


@dataclass(frozen=True)
class GateSuccess:
    answer: Optional[GateAnswer]
    """None: the answer with the ETag that was sent is still the one."""
    etag: Optional[str]
    max_age: Optional[float]
    """Seconds that the answer is fresh; None: it must not be kept."""
    clock_offset: float
    """Seconds that the server's clock is ahead."""


@dataclass(frozen=True)
class GateFailure:
    problem: GateProblem
    retry_after: float = 0
    """Seconds of ``Retry-After``."""
    is_of_question: bool = False
    """Whether Drawbridge rejects this question alone."""


def request_gate(options: GateOptions, question: str, etag: Optional[str]) -> Union[GateSuccess, GateFailure]:
    """Never raises."""
    address = urlsplit(options.base_url)
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
        headers = {"x-api-key": options.key, "accept": "application/json", "connection": "close"}
        if etag is not None:
            headers["if-none-match"] = etag
        connection.request("GET", address.path.rstrip("/") + question, headers=headers)
        response = connection.getresponse()
        body = response.read(_MAX_BODY_BYTES + 1)
        if len(body) > _MAX_BODY_BYTES:
            return GateFailure(GateProblem("malformed"))
        if response.length:
            return GateFailure(GateProblem("timeout" if is_late.is_set() else "offline"))
        return _read_result(response, body, etag, options.now())
    except Exception as error:
        is_timeout = is_late.is_set() or isinstance(error, socket.timeout)
        return GateFailure(GateProblem("timeout" if is_timeout else "offline"))
    finally:
        timer.cancel()
        if connection:
            connection.close()


def _read_result(
    response: http.client.HTTPResponse, body: bytes, etag: Optional[str], now: float
) -> Union[GateSuccess, GateFailure]:
    if response.status == 304 and etag is not None:
        return GateSuccess(None, etag, _read_max_age(response), _read_clock_offset(response, now))
    if response.status != 200:
        return _read_rejection(response, body, now)
    answer = parse_gate_answer(body)
    if answer is None:
        return GateFailure(GateProblem("malformed"))
    return GateSuccess(answer, response.getheader("etag"), _read_max_age(response), _read_clock_offset(response, now))


def _read_rejection(response: http.client.HTTPResponse, body: bytes, now: float) -> GateFailure:
    status = response.status
    code = "redirected" if 300 <= status < 400 else parse_problem_code(body)
    problem = GateProblem("rejected", status, code)
    if (status, code) in _QUESTION_CODES:
        return GateFailure(problem, is_of_question=True)
    retry = response.getheader("retry-after") or ""
    if re.fullmatch(r"[0-9]{1,9}", retry):
        return GateFailure(problem, float(retry))
    date = _parse_date(retry)
    return GateFailure(problem, 0 if date is None else max(0, date - now))


def _read_max_age(response: http.client.HTTPResponse) -> Optional[float]:
    control = (response.getheader("cache-control") or "").lower()
    if re.search(r"(?:^|[\s,])no-store", control):
        return None
    seconds = re.search(r"(?:^|[\s,])max-age=([0-9]{1,9})", control)
    return min(int(seconds.group(1)), _LONGEST_MAX_AGE) if seconds else _DEFAULT_MAX_AGE


def _read_clock_offset(response: http.client.HTTPResponse, now: float) -> float:
    date = _parse_date(response.getheader("date") or "")
    return 0 if date is None else date - now


def _parse_date(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
