"""The scenarios for back ends, each with WSGI and with ASGI; results go to ``conformance-results.json``."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Optional

from drawbridge_gate import AsgiGate, Gate, GateProblem, WsgiGate
from tests.call_app import Reply, call_asgi, call_wsgi
from tests.faulty_server import CONFORMANCE, FaultyServer

KIT = json.loads((CONFORMANCE / "back-end-scenarios.json").read_text("utf-8"))
BEGIN = datetime.fromisoformat(KIT["begin"].replace("Z", "+00:00")).timestamp()
RESULTS = Path(__file__).parents[1] / "conformance-results.json"
# Seconds. Patient: the machine of a test can be busy.
TIME_LIMIT = 20.0


class ScenarioRun:
    def __init__(self, scenario: dict[str, Any], ask: Callable[[Gate, dict[str, Any]], Reply]) -> None:
        self.elapsed = 0.0
        self.problems: list[GateProblem] = []
        self.replies: list[Reply] = []
        self._ask = ask
        self.server = FaultyServer(lambda: BEGIN + self.elapsed)
        clock = scenario.get("clock", 0)
        options = {"baseUrl": f"{self.server.origin}/api/v1", **scenario.get("options", {})}
        surroundings = {"on_problem": self.problems.append, "now": lambda: BEGIN + self.elapsed + clock, "random": lambda: 0}
        try:
            self.gate = Gate(**{**surroundings, **read_options({**KIT["options"], **options})})
        except ValueError:
            self.server.close()
            raise

    def step(self, step: dict[str, Any]) -> None:
        if "server" in step:
            behavior = step["server"]
            self.server.behave(behavior if isinstance(behavior, list) else [behavior])
        if "advance" in step:
            with self.server.changed:
                self.elapsed += step["advance"] / 1000
                self.server.changed.notify_all()
        if "request" in step:
            request = {**KIT["request"], **step["request"]}
            times = request.get("times", 1)
            with ThreadPoolExecutor(times) as threads:
                self.replies = list(threads.map(lambda _: self._ask(self.gate, request), range(times)))
        self._settle()

    def _settle(self) -> None:
        """Waits until the answers of all requests are processed, except of those that the server holds."""
        while True:
            flights = len(self.gate._answers._flights)
            with self.server.changed:
                if flights <= self.server.held and flights == len(self.gate._answers._flights):
                    return
            time.sleep(0.002)


def read_options(options: dict[str, Any]) -> dict[str, Any]:
    read = {snake_case(name): read_seconds(value) if name in ("timeLimit", "maxStale") else value for name, value in options.items()}
    return {"time_limit": TIME_LIMIT, **read}


def snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def read_seconds(value: Any) -> Any:
    return value / 1000 if isinstance(value, int) else value


def request_headers(request: dict[str, Any]) -> dict[str, str]:
    headers = {"x-app-platform": request["platform"], "x-app-version": request["version"], **request.get("headers", {})}
    return {name: value for name, value in headers.items() if value is not None}


def ask_wsgi(gate: Gate, request: dict[str, Any]) -> Reply:
    return call_wsgi(lambda app: WsgiGate(app, gate), request["method"], request["path"], request_headers(request))


def ask_asgi(gate: Gate, request: dict[str, Any]) -> Reply:
    return asyncio.run(call_asgi(lambda app: AsgiGate(app, gate), request["method"], request["path"], request_headers(request)))


class ConformanceTest(unittest.TestCase):
    results: dict[str, str] = {}
    maxDiff = None

    @classmethod
    def tearDownClass(cls) -> None:
        if os.environ.get("UPDATE") == "1":
            text = json.dumps({"client": "Python", "results": cls.results}, indent=2)
            RESULTS.write_text(text + "\n", "utf-8")

    def test_the_recorded_results_are_of_all_scenarios(self) -> None:
        recorded = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        expected = {scenario["id"]: "passed" for scenario in KIT["scenarios"]}
        if os.environ.get("UPDATE") != "1":
            self.assertEqual(recorded.get("results"), expected)

    def run_scenario(self, scenario: dict[str, Any], ask: Callable[[Gate, dict[str, Any]], Reply]) -> None:
        if scenario.get("throws"):
            with self.assertRaises(ValueError) as raised:
                ScenarioRun(scenario, ask)
            for name in scenario["options"]:
                self.assertIn(f"`{snake_case(name)}`", str(raised.exception))
            return
        run = ScenarioRun(scenario, ask)
        try:
            for number, step in enumerate(scenario["steps"], 1):
                run.step(step)
                try:
                    self.compare(run, step.get("expect", {}))
                except AssertionError as error:
                    raise AssertionError(f"{ask.__name__}, step {number}: {error}") from None
        finally:
            run.server.close()

    def compare(self, run: ScenarioRun, expect: dict[str, Any]) -> None:
        if "requests" in expect:
            self.assertEqual(len(run.server.seen), expect["requests"])
        if "refusal" in expect:
            for reply in run.replies:
                self.compare_reply(reply, expect["refusal"])
        if "request" in expect:
            last = run.server.seen[-1]
            for name, value in expect["request"].items():
                actual = last[name] if name == "path" else {key: last[name].get(key) for key in value}
                self.assertEqual(actual, value)
        if "problems" in expect:
            self.assertEqual(len(run.problems), expect["problems"], run.problems)
        if "problem" in expect:
            mentions, members = expect["problem"].get("mentions", ""), {**expect["problem"]}
            members.pop("mentions", None)
            self.assertEqual({name: getattr(run.problems[-1], name) for name in members}, members)
            self.assertIn(mentions, run.problems[-1].message)

    def compare_reply(self, reply: Reply, refusal: Optional[dict[str, Any]]) -> None:
        if refusal is None:
            self.assertEqual((reply.status, reply.body), (200, b"handled"))
            return
        self.assertEqual(reply.status, refusal["status"])
        self.assertEqual(reply.headers["content-type"], "application/problem+json; charset=utf-8")
        self.assertEqual(reply.headers["cache-control"], "no-store")
        body = json.loads(reply.body)
        if "retryAfter" in refusal:
            after = reply.headers.get("retry-after")
            self.assertEqual(None if after is None else int(after), refusal["retryAfter"])
        if "code" in refusal:
            self.assertEqual(body["code"], refusal["code"])
        if "body" in refusal:
            self.assertEqual(body, refusal["body"])


def add_test(scenario: dict[str, Any]) -> None:
    def test(self: ConformanceTest) -> None:
        self.results[scenario["id"]] = "failed"
        for ask in (ask_wsgi, ask_asgi):
            self.run_scenario(scenario, ask)
        self.results[scenario["id"]] = "passed"

    test.__doc__ = scenario["says"]
    setattr(ConformanceTest, f"test_{scenario['id'].replace('-', '_')}", test)


for scenario in KIT["scenarios"]:
    add_test(scenario)
