"""Floods of invented versions: the gate stays closed for all others."""

from __future__ import annotations

import itertools
import json
import threading
import time
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

from drawbridge_gate import AppRequest, Gate, GateProblem
from tests.faulty_server import ANSWERS

FLOODING_CLIENTS = 40
MAX_ANSWERS = 200
# More than there are places in memory.
INVENTED_QUESTIONS = 600
ORDINARY_VERSIONS = [f"1.1.{number}" for number in range(40)]


class FloodTest(unittest.TestCase):
    def start_server(self, choose: Callable[[str], str]) -> str:
        """:param choose: name of the answer to a version"""
        self.invented = itertools.count()
        self.asked = 0
        test = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                version = dict(parse_qsl(urlsplit(self.path).query))["current_version"]
                if version.startswith("9."):
                    test.asked = next(test.invented) + 1
                time.sleep(0.003)
                body = json.dumps({**ANSWERS[choose(version)], "next_change_at": None}).encode()
                self.send_response_only(200)
                self.send_header("content-length", str(len(body)))
                self.send_header("cache-control", "private, max-age=30")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

        server = Server(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_address[1]}/api/v1"

    def flood(self, choose: Callable[[str], str], is_known: bool) -> tuple[Counter[int], list[GateProblem]]:
        """Requests of ordinary versions by the status of their refusal, 0 if they passed; and the problems."""
        problems: list[GateProblem] = []
        gate = Gate(
            self.start_server(choose),
            "dbr_python",
            time_limit=20,
            max_answers=MAX_ANSWERS,
            on_problem=problems.append,
            # Answers become old during the flood.
            now=lambda: 1_764_936_000 + self.asked / 5,
        )
        statuses: Counter[int] = Counter()

        def invent(client: int) -> None:
            for number in itertools.count():
                if self.asked >= INVENTED_QUESTIONS:
                    return
                ask(gate, f"9.{client}.{number}")

        # The machine of a test can be busy.
        patience = patch("drawbridge_gate.gate_request._REQUEST_TIME_LIMIT", 60)
        with patience, ThreadPoolExecutor(FLOODING_CLIENTS + len(ORDINARY_VERSIONS)) as threads:
            if is_known:
                for version in ORDINARY_VERSIONS:
                    ask(gate, version)
            clients = [threads.submit(invent, client) for client in range(FLOODING_CLIENTS)]
            while self.asked < INVENTED_QUESTIONS:
                statuses.update(threads.map(lambda version: ask(gate, version), ORDINARY_VERSIONS))
            for client in clients:
                client.result()
        return statuses, problems

    def test_during_maintenance_no_request_passes_while_40_clients_invent_versions_from_the_first_one_on(self) -> None:
        statuses, problems = self.flood(lambda _: "maintenance", is_known=False)
        self.assertEqual(set(statuses), {503}, statuses)
        self.assertGreater(statuses[503], 200)
        self.assertEqual([problem.code for problem in problems], ["refused", "refused"])
        self.assertEqual({problem.message[:7] for problem in problems}, {"16 ques", "200 ans"})

    def test_no_known_version_that_must_update_passes_while_40_clients_invent_versions(self) -> None:
        statuses, _ = self.flood(lambda version: "open" if version.startswith("9.") else "forced", is_known=True)
        self.assertEqual(set(statuses), {426}, statuses)
        self.assertGreater(statuses[426], 200)


def ask(gate: Gate, version: str) -> int:
    # A request comes from a socket.
    time.sleep(0.001)
    headers = {"x-app-version": version, "x-app-platform": "ios"}
    refusal = gate.check(AppRequest("GET", "/orders", headers.get))
    return refusal.status if refusal else 0
