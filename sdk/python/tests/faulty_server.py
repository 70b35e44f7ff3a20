"""A server on a real socket that behaves as the conformance kit describes: see ``sdk/conformance/README.md``."""

from __future__ import annotations

import hashlib
import json
import math
import threading
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Optional
from urllib.parse import parse_qsl, urlsplit

# Beside the tests in the source distribution, beside all clients in the repository.
CONFORMANCE = next(path for path in (Path(__file__).parents[depth] / "conformance" for depth in (1, 2)) if path.exists())
ANSWERS = json.loads((CONFORMANCE / "scenarios.json").read_text("utf-8"))["answers"]


class FaultyServer:
    def __init__(self, now: Callable[[], float]) -> None:
        """:param now: epoch seconds of the server's clock"""
        self.now = now
        self.behaviors: list[dict[str, Any]] = [{}]
        self.seen: list[dict[str, Any]] = []
        self._due: list[float] = []
        """When the requests that wait for the clock are answered, epoch seconds."""
        self.changed = threading.Condition()
        self.is_closed = False
        self._served = 0
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner._serve(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def held(self) -> int:
        """Requests that are not answered before the clock is moved."""
        return sum(due > self.now() for due in self._due)

    def behave(self, behaviors: list[dict[str, Any]]) -> None:
        with self.changed:
            self.behaviors = behaviors
            self._served = 0

    def close(self) -> None:
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        address = urlsplit(handler.path)
        with self.changed:
            query = dict(parse_qsl(address.query, keep_blank_values=True))
            headers = {name.lower(): value for name, value in handler.headers.items()}
            self.seen.append({"path": address.path, "query": query, "headers": headers})
            behavior = self.behaviors[min(self._served, len(self.behaviors) - 1)]
            self._served += 1
            self._hold(behavior)
        handler.close_connection = True
        if behavior.get("fault") not in ("gone", "silent"):
            self._answer(handler, behavior)

    def _hold(self, behavior: dict[str, Any]) -> None:
        delay = math.inf if behavior.get("fault") == "silent" else behavior.get("delay", 0) / 1000
        due = self.now() + delay
        self._due.append(due)
        while not self.is_closed and self.now() < due:
            self.changed.wait()
        self._due.remove(due)

    def _answer(self, handler: BaseHTTPRequestHandler, behavior: dict[str, Any]) -> None:
        body = _print_body(behavior)
        status = behavior.get("status", 200)
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        is_known = status == 200 and handler.headers.get("if-none-match") == etag
        handler.send_response_only(304 if is_known else status)
        for name, value in self._headers(behavior, status, etag).items():
            if value is not None:
                handler.send_header(name, value)
        handler.send_header("content-length", "0" if is_known else str(len(body)))
        handler.end_headers()
        if not is_known:
            is_truncated = behavior.get("fault") == "truncated"
            handler.wfile.write(body[: len(body) // 2] if is_truncated else body)

    def _headers(self, behavior: dict[str, Any], status: int, etag: str) -> dict[str, Optional[str]]:
        is_good = status == 200
        max_age = behavior.get("maxAge", 30)
        control = None if max_age is None else f"private, max-age={max_age}"
        return {
            "date": formatdate(int(self.now() + behavior.get("clock", 0)), usegmt=True),
            "content-type": "application/json; charset=utf-8" if is_good else "application/problem+json",
            "cache-control": control if is_good else "no-store",
            "etag": etag if is_good else None,
            **behavior.get("headers", {}),
        }


def _print_body(behavior: dict[str, Any]) -> bytes:
    text = behavior.get("body")
    if text is None and behavior.get("status", 200) == 200:
        members = {**ANSWERS[behavior.get("answer", "open")], **behavior.get("with", {})}
        text = json.dumps({name: value for name, value in members.items() if value != "(absent)"})
    if text is None:
        text = json.dumps({"title": "Error", "status": behavior["status"], "code": behavior.get("code", "error")})
    return text.encode("utf-8").ljust(behavior.get("pad", 0))
