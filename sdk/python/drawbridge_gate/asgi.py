"""ASGI middleware for HTTP requests: FastAPI, Starlette, Django and others. WebSockets pass: browsers send no headers with them."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Optional

from .app_request import AppRequest
from .gate import Gate

AsgiApp = Callable[[dict, Callable[[], Awaitable[Any]], Callable[[dict], Awaitable[None]]], Awaitable[None]]


class AsgiGate:
    def __init__(self, app: AsgiApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: dict, receive: Callable[[], Awaitable[Any]], send: Callable[[dict], Awaitable[None]]) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request = AppRequest(scope["method"], scope["path"], lambda name: _read_header(scope, name))
        refusal = await self._gate.check_async(request)
        if refusal is None:
            return await self._app(scope, receive, send)
        headers = [*refusal.headers.items(), ("content-length", str(len(refusal.body)))]
        encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": refusal.status, "headers": encoded})
        await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else refusal.body})


def _read_header(scope: dict, name: str) -> Optional[str]:
    wanted = name.encode("latin-1")
    values = [value.decode("latin-1") for header, value in scope["headers"] if header == wanted]
    return ", ".join(values) if values else None
