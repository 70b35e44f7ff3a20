"""The Python of the documents, type-checked, and in real servers of its frameworks."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import threading
import unittest
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
import django.conf
import uvicorn
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
from fastapi.responses import PlainTextResponse

from tests.faulty_server import FaultyServer

PACKAGE = Path(__file__).parents[2]
DIRECTORY = Path(os.environ["TEST_DIRECTORY"])
DOCUMENTS = {"page": PACKAGE.parents[1] / "docs" / "use-in-a-back-end.md", "readme": PACKAGE / "README.md"}
# Each framework by a text that only its snippet has.
FRAMEWORKS = {"fastapi": "import FastAPI", "flask": "import Flask", "django": "from django"}
OLD = {"x-app-version": "2.3.0", "x-app-platform": "ios"}


def read_snippets() -> dict[str, str]:
    found = {}
    for document, file in DOCUMENTS.items():
        for code in re.findall(r"```python\n(.*?)```", file.read_text("utf-8"), re.DOTALL):
            framework = next(name for name, text in FRAMEWORKS.items() if text in code)
            found[f"{document}_{framework}"] = code
    return found


def check_types(*arguments: str | Path) -> str:
    return subprocess.run(arguments, cwd=DIRECTORY, capture_output=True, text=True, check=False).stdout


class FrameworksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.snippets = read_snippets()
        for name, code in cls.snippets.items():
            (DIRECTORY / f"{name}.py").write_text(code, "utf-8")
        sys.path.insert(0, str(DIRECTORY))

    def setUp(self) -> None:
        self.drawbridge = FaultyServer(lambda: 1_764_936_000)
        self.addCleanup(self.drawbridge.close)
        self.drawbridge.behave([{"answer": "forced"}, {"answer": "open"}])
        os.environ["DRAWBRIDGE_URL"] = f"{self.drawbridge.origin}/api/v1"
        os.environ["DRAWBRIDGE_KEY"] = "dbr_frameworks"

    def test_the_documents_have_each_framework_in_ten_lines(self) -> None:
        self.assertEqual(sorted(self.snippets), ["page_django", "page_fastapi", "page_flask", "readme_fastapi"])
        for name, code in self.snippets.items():
            self.assertLessEqual(len([line for line in code.splitlines() if line]), 10, name)

    def test_type_checkers_accept_the_documents_and_the_package(self) -> None:
        files = [*(f"{name}.py" for name in self.snippets), PACKAGE / "drawbridge_gate", PACKAGE / "tests" / "frameworks" / "wrapped.py"]
        self.assertIn("Success: no issues found", check_types("mypy", "--strict", *files))
        self.assertIn("0 errors, 0 warnings", check_types("pyright", *files))

    def test_type_checkers_refuse_wrong_options(self) -> None:
        for number, option in enumerate(('time_limit="0.3"', "languages={'de'}", "instance=5", "timelimit=1", "exempt=['/a'], on_problem=5")):
            file = DIRECTORY / f"wrong_{number}.py"
            file.write_text(f'from drawbridge_gate import Gate\n\nGate("https://x/api/v1", "dbr_x", {option})\n')
        self.assertIn("Found 5 errors in 5 files", check_types("mypy", "--strict", *sorted(DIRECTORY.glob("wrong_*.py"))))
        self.assertIn("5 errors", check_types("pyright", *sorted(DIRECTORY.glob("wrong_*.py"))))

    def test_fastapi_refuses_an_old_version(self) -> None:
        for name in ("page_fastapi", "readme_fastapi"):
            self.drawbridge.behave([{"answer": "forced"}, {"answer": "open"}])
            app = importlib.import_module(name).app
            app.get("/{path:path}", response_class=PlainTextResponse)(lambda path: "handled")
            server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
            thread = threading.Thread(target=server.run, daemon=True)
            thread.start()
            while not server.started:
                thread.join(0.01)
            self.check(server.servers[0].sockets[0].getsockname()[1])
            server.should_exit = True
            thread.join()

    def test_flask_refuses_an_old_version(self) -> None:
        app = importlib.import_module("page_flask").app
        app.add_url_rule("/<path:path>", view_func=lambda path: "handled")
        self.check_wsgi(app)

    def test_django_refuses_an_old_version(self) -> None:
        handle = path("<path:rest>", lambda request, rest: HttpResponse("handled"))
        django.conf.settings.configure(
            ALLOWED_HOSTS=["*"],
            ROOT_URLCONF=type("Addresses", (), {"urlpatterns": [handle]}),
            MIDDLEWARE=["page_django.GateMiddleware"],
        )
        django.setup()
        self.check_wsgi(get_wsgi_application())

    def check_wsgi(self, app: Any) -> None:
        class Quiet(WSGIRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

        server = make_server("127.0.0.1", 0, app, handler_class=Quiet)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        self.check(server.server_port)
        server.shutdown()
        server.server_close()
        thread.join()

    def check(self, port: int) -> None:
        refused = request(port, "/orders", OLD)
        # On a busy machine, the answer arrives after the time limit and decides from then on.
        while refused[0] == 200:
            refused = request(port, "/orders", OLD)
        self.assertEqual(refused[:2], (426, "application/problem+json; charset=utf-8"))
        self.assertEqual(json.loads(refused[2])["code"], "update_required")
        self.assertEqual(request(port, "/health", OLD)[::2], (200, b"handled"))
        self.assertEqual(request(port, "/orders", {**OLD, "x-app-version": "2.4.0"})[::2], (200, b"handled"))


def request(port: int, target: str, headers: dict[str, str]) -> tuple[int, str, bytes]:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", target, headers=headers)
    response = connection.getresponse()
    found = response.status, response.getheader("content-type") or "", response.read()
    connection.close()
    return found
