"""What the package has besides its modules."""

from __future__ import annotations

import re
import unittest
from pathlib import Path
from typing import Any

from drawbridge_gate import AsgiGate

PACKAGE = Path(__file__).parents[1]


class PackageTest(unittest.TestCase):
    def test_the_package_has_the_license_of_drawbridge(self) -> None:
        self.assertEqual((PACKAGE / "LICENSE").read_text(), (PACKAGE.parents[1] / "LICENSE").read_text())

    def test_the_python_of_the_page_wraps_an_application(self) -> None:
        page = (PACKAGE.parents[1] / "docs" / "use-in-a-back-end.md").read_text("utf-8")
        found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
        assert found is not None
        names: dict[str, Any] = {"app": object()}
        exec(found[1].replace("dbr_…", "dbr_example"), names)
        self.assertIsInstance(names["app"], AsgiGate)
