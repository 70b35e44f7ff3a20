"""Mutants of the middleware: each breaks one rule of one scenario of the conformance kit, which must notice."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.faulty_server import CONFORMANCE

PACKAGE = Path(__file__).parents[1]
# Scenario, module, text that is once in it, and its replacement.
MUTANTS = (
    ("wrong-options-throw", "option_checks", "Gate: {'; '.join(wrong)}", "Gate: {wrong[0]}"),
    ("wrong-options-throw", "option_checks", "and low <= value <= high", "and value <= high"),
    ("address-without-a-scheme-is-misconfigured", "option_checks", 'not _is_address(base_url or "")', "not base_url"),
    ("example-address-is-misconfigured", "option_checks", "|…))", "))"),
    ("example-key-is-misconfigured", "option_checks", "[!-~]+", ".+"),
    ("absurd-instance-is-misconfigured", "option_checks", "{1,128}", "{1,129}"),
    ("problems-are-reported-once", "problem_reports", "is_new = message != self._failure", "is_new = True"),
    ("rejected-questions-are-reported-once", "problem_reports", "_QUIET = 600.0", "_QUIET = 0"),
    ("long-etag-is-not-kept", "gate_request", "{1,256}", "+"),
    ("rejection-drops-the-etag", "gate_answers", "status >= 400 and", "status >= 500 and"),
    ("other-failures-keep-the-etag", "gate_answers", "status not in (429, 503)", "status != 429"),
    ("maintenance-does-not-depend-on-the-version", "gate_answers", "return answer or (newest", "return answer or (None and newest"),
    ("update-depends-on-the-version", "gate_answers", 'update="none"', "update=answer.update"),
    ("maintenance-beside-an-update", "gate_answers", 'answer.update == "forced" else', "False else"),
    ("known-versions-keep-their-places", "answer_cache", "return False", "pass"),
    ("least-recently-used-makes-room", "answer_cache", "_IDLE = 60.0", "_IDLE = 60.1"),
    ("age-counts", "gate_request", "else _DEFAULT_MAX_AGE) - age", "else _DEFAULT_MAX_AGE)"),
    ("date-counts", "gate_answers", "max(measured, before - 1)", "measured"),
    ("os-of-the-device", "gate_question", "[0-9][0-9.]{0,15}", ".*"),
    ("exempt-paths-pass", "gate", "request.path.lower()", "request.path"),
)


class MutantsTest(unittest.TestCase):
    def test_each_mutant_fails_its_scenario(self) -> None:
        for scenario, module, find, replacement in MUTANTS:
            with self.subTest(scenario, find=find), tempfile.TemporaryDirectory() as directory:
                shutil.copytree(CONFORMANCE, Path(directory, "conformance"), ignore=shutil.ignore_patterns("*.ts"))
                for folder in ("drawbridge_gate", "tests"):
                    shutil.copytree(PACKAGE / folder, Path(directory, folder), ignore=shutil.ignore_patterns("__pycache__", "frameworks"))
                shutil.copy(PACKAGE / "conformance-results.json", directory)
                name = f"tests.test_conformance.ConformanceTest.test_{scenario.replace('-', '_')}"
                command = [sys.executable, "-m", "unittest", name]
                self.assertIn("\nOK\n", run(command, directory))
                file = Path(directory, "drawbridge_gate", f"{module}.py")
                parts = file.read_text("utf-8").split(find)
                self.assertEqual(len(parts), 2, f"{module} has {len(parts) - 1} times: {find}")
                file.write_text(replacement.join(parts), "utf-8")
                self.assertIn("AssertionError", run(command, directory))


def run(command: list[str], directory: str) -> str:
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False).stderr
