"""The gate against a real Drawbridge with its example project."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from urllib.request import urlopen

from drawbridge_gate import Gate, GateProblem, WsgiGate
from tests.call_app import Reply, call_wsgi

ROOT = Path(__file__).parents[3]
# Seconds. The machine of a test can be busy.
PATIENCE = 120


@unittest.skipUnless((ROOT / "node_modules").exists(), "npm ci has not installed the server")
class RealServerTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        settings = {"DRAWBRIDGE_DATA": directory.name, "DRAWBRIDGE_LISTEN": self.address}
        command = [ROOT / "node_modules/.bin/node", ROOT / "server/bin/drawbridge.js", "serve", "--demo"]
        self.server = subprocess.Popen(
            command, env={**os.environ, **settings}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.addCleanup(self.end)
        self.key = self.read_key(Path(directory.name, "demo-key"))

    def end(self) -> None:
        self.server.terminate()
        self.server.wait()

    def read_key(self, file: Path) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.assertIsNone(self.server.poll(), "the server ended")
            try:
                urlopen(f"http://{self.address}/readyz").close()
                return file.read_text("utf-8").strip()
            except OSError:
                time.sleep(0.1)
        self.fail("the server did not start")

    def ask(self, gate: Gate, version: str) -> Reply:
        headers = {"x-app-version": version, "x-app-platform": "ios"}
        return call_wsgi(lambda app: WsgiGate(app, gate), "GET", "/orders", headers)

    def test_an_old_version_is_refused_also_when_the_server_is_gone_and_new_ones_pass_then(self) -> None:
        problems: list[GateProblem] = []
        gate = Gate(f"http://{self.address}/api/v1", self.key, time_limit=60, on_problem=problems.append)
        refused = self.ask(gate, "2.3.0")
        self.assertEqual((refused.status, problems), (426, []))
        body = json.loads(refused.body)
        self.assertEqual((body["code"], body["update_to"]), ("update_required", "2.6.0"))
        self.assertTrue(body["store_link"].startswith("https://apps.apple.com/"))
        self.end()
        self.assertEqual(self.ask(gate, "2.3.0").status, 426)
        self.assertEqual(self.ask(gate, "2.2.0").status, 200)
        self.assertEqual([problem.code for problem in problems], ["offline"])
