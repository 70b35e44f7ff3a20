"""Parts of the gate that the scenarios of the kit cannot say: functions of the back end, threads, tasks and errors of options."""

from __future__ import annotations

import asyncio
import threading
import unittest
from typing import Any
from unittest.mock import patch
from wsgiref.simple_server import WSGIRequestHandler, make_server
from http.client import HTTPConnection

from drawbridge_gate import AppRequest, AsgiGate, Gate, WsgiGate
from drawbridge_gate.gate_question import choose_language
from tests.call_app import call_asgi, call_wsgi
from tests.faulty_server import FaultyServer

HEADERS = {"x-app-version": "2.3.0", "x-app-platform": "ios"}


class GateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.elapsed = 0.0
        self.server = FaultyServer(lambda: self.elapsed)
        self.server.behave([{"answer": "forced"}])
        self.addCleanup(self.server.close)

    def gate(self, **options: Any) -> Gate:
        given = {"now": lambda: self.elapsed, "time_limit": 20, **options}
        return Gate(f"{self.server.origin}/api/v1", "dbr_python", **given)

    def ask(self, gate: Gate, path: str = "/orders", **headers: str) -> int:
        sent = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return call_wsgi(lambda app: WsgiGate(app, gate), "GET", path, sent).status

    def test_a_function_finds_the_instance_of_a_request(self) -> None:
        gate = self.gate(instance=lambda request: request.header("x-region"))
        self.ask(gate)
        self.ask(gate, x_region="eu-1")
        self.assertEqual([seen["query"].get("instanceId") for seen in self.server.seen], [None, "eu-1"])

    def test_a_function_decides_which_requests_are_exempt(self) -> None:
        gate = self.gate(exempt=lambda request: request.header("x-internal") == "1")
        self.assertEqual(self.ask(gate, x_internal="1"), 200)
        self.assertEqual(self.ask(gate), 426)

    def test_headers_can_have_other_names(self) -> None:
        gate = self.gate(version_header="App-Version", platform_header="App-Platform")
        self.assertEqual(self.ask(gate), 200)
        self.assertEqual(self.ask(gate, app_version="2.3.0", app_platform="ios"), 426)

    def test_an_error_in_a_function_of_the_back_end_lets_the_request_pass(self) -> None:
        def fail(*_: object) -> Any:
            raise RuntimeError("no log")

        self.assertEqual(self.ask(self.gate(instance=fail)), 200)
        self.server.behave([{"status": 500}])
        self.assertEqual(self.ask(self.gate(on_problem=fail)), 200)

    def test_without_room_for_another_thread_requests_pass(self) -> None:
        gate = self.gate()
        with patch("threading.Thread.start", side_effect=RuntimeError("can't start new thread")):
            self.assertEqual(self.ask(gate), 200)
        self.elapsed += 6
        self.assertEqual(self.ask(gate), 200, "no request waits for the next attempt")
        self.assertEqual(self.eventually(gate), 426)

    def eventually(self, gate: Gate) -> int:
        while self.ask(gate) == 200:
            pass
        return self.ask(gate)

    def test_options_that_cannot_be_used_are_errors_at_the_start(self) -> None:
        for base_url, key, options in (
            ("gate.example.com", "dbr_x", {}),
            ("https://gate.example.com/api/v1", "", {}),
            ("https://gate.example.com/api/v1", "dbr_x", {"exempt": "/health"}),
        ):
            with self.assertRaises(ValueError):
                Gate(base_url, key, **options)

    def test_the_most_wanted_language_that_is_offered_is_chosen(self) -> None:
        for header, language in (("de-AT,en;q=0.5", "de"), ("ja", "en"), ("en;q=0, de;q=x, fr", "en"), ("pt-BR, de", "pt-BR")):
            self.assertEqual(choose_language(["en", "de", "pt-BR"], header), language)

    def test_websockets_and_lifespan_pass(self) -> None:
        seen: list[str] = []

        async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
            seen.append(scope["type"])

        gate = AsgiGate(app, self.gate())
        for kind in ("websocket", "lifespan"):
            asyncio.run(gate({"type": kind}, None, None))  # type: ignore[arg-type]
        self.assertEqual(seen, ["websocket", "lifespan"])

    def test_a_canceled_task_does_not_cancel_the_question_of_the_others(self) -> None:
        gate = self.gate()
        self.server.behave([{"answer": "forced", "delay": 1000}])

        async def ask() -> int:
            return (await call_asgi(lambda app: AsgiGate(app, gate), "GET", "/", HEADERS)).status

        async def run() -> int:
            first, second = asyncio.create_task(ask()), asyncio.create_task(ask())
            while not self.server.held:
                await asyncio.sleep(0.005)
            first.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await first
            with self.server.changed:
                self.elapsed += 1
                self.server.changed.notify_all()
            return await second

        self.assertEqual(asyncio.run(run()), 426)
        self.assertEqual(len(self.server.seen), 1)

    def test_head_gets_the_headers_of_a_refusal_and_no_body(self) -> None:
        reply = call_wsgi(lambda app: WsgiGate(app, self.gate()), "HEAD", "/", HEADERS)
        self.assertEqual((reply.status, reply.body), (426, b""))
        self.assertGreater(int(reply.headers["content-length"]), 100)

    def test_a_real_server_sends_the_refusal(self) -> None:
        class Quiet(WSGIRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

        def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            start_response("200 OK", [("content-type", "text/plain")])
            return [b"handled"]

        server = make_server("127.0.0.1", 0, WsgiGate(app, self.gate(exempt=["/health"])), handler_class=Quiet)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        for path, expected in (("/orders?page=2", (426, "application/problem+json; charset=utf-8")), ("/health?deep=1", (200, "text/plain"))):
            connection = HTTPConnection("127.0.0.1", server.server_port)
            connection.request("GET", path, headers=HEADERS)
            response = connection.getresponse()
            self.assertEqual((response.status, response.getheader("content-type")), expected)
            response.read()
            connection.close()

    def test_a_request_describes_itself_to_functions_of_the_back_end(self) -> None:
        seen: list[AppRequest] = []
        self.ask(self.gate(exempt=lambda request: bool(seen.append(request))), path="/orders")
        self.assertEqual((seen[0].method, seen[0].path), ("GET", "/orders"))


if __name__ == "__main__":
    unittest.main()
