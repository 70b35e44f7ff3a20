"""Parts of the gate that the scenarios of the kit cannot say: functions of the back end, threads, tasks and errors of options."""

from __future__ import annotations

import asyncio
import json
import threading
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch
from wsgiref.simple_server import WSGIRequestHandler, make_server
from http.client import HTTPConnection

from drawbridge_gate import AppRequest, AsgiGate, Gate, GateProblem, WsgiGate
from drawbridge_gate.gate_question import choose_language, read_question
from tests.call_app import call_asgi, call_wsgi
from tests.faulty_server import FaultyServer

VECTORS = Path(__file__).parents[3] / "vectors" / "versions.json"
HEADERS = {"x-app-version": "2.3.0", "x-app-platform": "ios"}


def fail(*_: object) -> Any:
    raise RuntimeError("no log")


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

    def test_when_instance_fails_the_project_as_a_whole_decides_and_the_failure_is_reported_once(self) -> None:
        async def promise(_: AppRequest) -> str:
            return "eu-1"

        for instance in (fail, lambda _: "x" * 129, lambda _: 5, promise):
            problems: list[GateProblem] = []
            gate = self.gate(instance=instance, on_problem=problems.append)
            self.assertEqual([self.ask(gate), self.ask(gate, x_app_version="2.2.0")], [426, 426])
            self.assertEqual([seen["query"].get("instanceId") for seen in self.server.seen[-2:]], [None, None])
            self.assertEqual([problem.code for problem in problems], ["callback_failed"])
            self.assertRegex(problems[0].message, r"^`instance` .+; meanwhile, the project as a whole decides\.$")

    def test_when_exempt_fails_the_request_is_not_exempt_and_the_failure_is_reported_once(self) -> None:
        async def promise(_: AppRequest) -> bool:
            return True

        for exempt in (fail, promise, lambda _: "yes"):
            problems: list[GateProblem] = []
            gate = self.gate(exempt=exempt, on_problem=problems.append)
            self.assertEqual([self.ask(gate), self.ask(gate)], [426, 426])
            self.assertEqual(len(problems), 1)
            self.assertRegex(problems[0].message, r"^`exempt` [^`]+; meanwhile, no request that it fails for is exempt\.$")

    def test_when_on_problem_fails_the_gate_works_on_and_the_log_has_the_problem(self) -> None:
        gate = self.gate(on_problem=fail)
        self.server.behave([{"status": 500}])
        with self.assertLogs("drawbridge_gate", "WARNING") as logged:
            self.assertEqual(self.ask(gate), 200)
        self.assertRegex(logged.output[0], "`on_problem` failed: .* answers 500(.|\n)*no log")

    def test_without_on_problem_the_log_has_the_problem(self) -> None:
        with self.assertLogs("drawbridge_gate", "WARNING") as logged:
            Gate("gate.example.com", "dbr_python")
        self.assertEqual(len(logged.output), 1)
        self.assertIn("`base_url` must be an http or https address", logged.output[0])

    def test_when_a_header_cannot_be_read_the_request_passes_and_the_failure_is_reported(self) -> None:
        problems: list[GateProblem] = []
        gate = self.gate(on_problem=problems.append)
        self.assertIsNone(gate.check(AppRequest("GET", "/", fail)))
        self.assertIsNone(asyncio.run(gate.check_async(AppRequest("GET", "/", fail))))
        self.assertEqual(len(problems), 1)
        self.assertRegex(problems[0].message, r"\(RuntimeError\('no log'\)\): .+; meanwhile, such requests pass\.$")

    def test_without_room_for_another_thread_requests_pass(self) -> None:
        problems: list[GateProblem] = []
        gate = self.gate(on_problem=problems.append)
        with patch("threading.Thread.start", side_effect=RuntimeError("can't start new thread")):
            self.assertEqual(self.ask(gate), 200)
        self.assertEqual([problem.code for problem in problems], ["offline"])
        self.elapsed += 6
        self.assertEqual(self.ask(gate), 200, "no request waits for the next attempt")
        self.assertEqual(self.eventually(gate), 426)

    def eventually(self, gate: Gate) -> int:
        while self.ask(gate) == 200:
            pass
        return self.ask(gate)

    def test_the_error_of_wrong_options_names_what_is_accepted_and_what_was_given(self) -> None:
        for options, message in (
            ({"time_limit": "0.3"}, "`time_limit` must be a number of seconds from 0.001 to 60, not '0.3'"),
            ({"max_stale": "600"}, "`max_stale` must be a number of seconds from 0 to 604800, not '600'"),
            ({"languages": {"de"}}, "`languages` must be a list of language tags"),
            ({"instance": 5}, "`instance` must be a string, or a function of the request, not 5"),
            ({"exempt": "/health"}, "`exempt` must be a list of paths"),
            ({"require_version": 1, "max_answers": True}, "`require_version` must be True or False, not 1; `max_answers` must be"),
        ):
            with self.assertRaises(ValueError) as raised:
                self.gate(**options)
            self.assertIn(message, str(raised.exception))

    def test_a_key_or_a_password_is_in_no_message(self) -> None:
        for base_url, key in (("https://gate.example.com", "dbr secret"), ("https://user:secret@gate.example.com/api/v1", "dbr_x")):
            problems: list[GateProblem] = []
            Gate(base_url, key, on_problem=problems.append)
            self.assertEqual(len(problems), 1)
            self.assertNotIn("secret", problems[0].message)
        with self.assertRaisesRegex(ValueError, r"`key` must be a string\.$"):
            Gate("https://gate.example.com", ["secret"])  # type: ignore[arg-type]

    @unittest.skipUnless(VECTORS.exists(), "the source distribution has no vectors")
    def test_versions_that_drawbridge_accepts_are_asked_about(self) -> None:
        vectors = json.loads(VECTORS.read_text("utf-8"))
        gate = self.gate()
        for version in [*vectors["valid"], *(asked["asked"] for asked in vectors["asked"])]:
            headers = {"x-app-version": version, "x-app-platform": "ios"}
            self.assertIsNotNone(read_question(gate, gate._problems, AppRequest("GET", "/", headers.get)), version)

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
