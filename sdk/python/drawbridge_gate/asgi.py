"""ASGI middleware for HTTP requests: FastAPI, Starlette, Django and others. WebSockets pass: browsers send no headers with them."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, MutableMapping, Optional

from .app_request import AppRequest
from .gate import Gate

# Each framework has its own types of scopes and messages: an application takes any, and the middleware takes what all of them are.
AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class AsgiGate:
    def __init__(self, app: AsgiApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
        return None


def _read_header(scope: Scope, name: str) -> Optional[str]:
    wanted = name.encode("latin-1")
    values = [value.decode("latin-1") for header, value in scope["headers"] if header == wanted]
    return ", ".join(values) if values else None
