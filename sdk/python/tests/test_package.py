"""What the package has besides its modules."""

from __future__ import annotations

import unittest
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


class PackageTest(unittest.TestCase):
    def test_the_package_has_the_license_of_drawbridge(self) -> None:
        self.assertEqual((PACKAGE / "LICENSE").read_text(), (PACKAGE.parents[1] / "LICENSE").read_text())
