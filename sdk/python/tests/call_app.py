"""Calls a wrapped application as a server of WSGI or ASGI does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping


@dataclass
class Reply:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def call_wsgi(wrap: Callable[[Any], Any], method: str, path: str, headers: Mapping[str, str]) -> Reply:
    reply = Reply()

    def start_response(status: str, response_headers: list[tuple[str, str]]) -> None:
        reply.status = int(status[:3])
        reply.headers = dict(response_headers)

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [("content-type", "text/plain")])
        return [b"handled"]

    environ = {"REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": "page=2"}
    environ.update({f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()})
    reply.body = b"".join(wrap(app)(environ, start_response))
    return reply


async def call_asgi(wrap: Callable[[Any], Any], method: str, path: str, headers: Mapping[str, str]) -> Reply:
    reply = Reply()

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            reply.status = message["status"]
            reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            reply.body += message["body"]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b"handled"})

    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"page=2", "headers": encoded}
    await wrap(app)(scope, receive, send)
    return reply
