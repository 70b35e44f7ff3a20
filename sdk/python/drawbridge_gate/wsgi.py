"""WSGI middleware: Flask, Django and others."""

from __future__ import annotations

from http.client import responses
from typing import Any, Callable, Dict, Iterable

from .app_request import AppRequest
from .gate import Gate

WsgiApp = Callable[[Dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class WsgiGate:
    def __init__(self, app: WsgiApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    def __call__(self, environ: Dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request = AppRequest(
            method=environ.get("REQUEST_METHOD", "GET"),
            path=environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", ""),
            header=lambda name: environ.get("HTTP_" + name.upper().replace("-", "_")),
        )
        refusal = self._gate.check(request)
        if refusal is None:
            return self._app(environ, start_response)
        headers = [*refusal.headers.items(), ("content-length", str(len(refusal.body)))]
        start_response(f"{refusal.status} {responses[refusal.status]}", headers)
        return [b"" if request.method == "HEAD" else refusal.body]
