#!/usr/bin/env python3
"""The table and the plots of docs/benchmarks.md, drawn from figures that are made up."""

import sys
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "page"))
import page  # noqa: E402
from bars import drawn  # noqa: E402

MERGE = {"durable_ratio": 1.2, "floor_ms": 3.0}
RESULTS = {
    name: {
        **{f"one_agent/known/{size}": MERGE for size in page.SIZES},
        **{each: {"ratio": slowness, "floor_ms": 2.0, "p99_ms": 9.0} for each in page.DROPS},
        **{each: {"throughput_ratio": 1 / slowness, "floor_per_s": 2000.0} for each in page.SESSIONS},
    }
    for name, slowness in {"ext4": 1.1, "xfs": 4.0}.items()
}


class Page(unittest.TestCase):
    def test_puts_what_misses_its_target_in_bold(self):
        lines = page.table(RESULTS, list(page.rows(RESULTS))).splitlines()
        self.assertEqual(len(lines), 2 + len(page.SIZES) + len(page.DROPS) + len(page.SESSIONS))
        self.assertIn("| 1.20 × (3.0 ms) | 1.20 × (3.0 ms) |", lines[2])
        self.assertIn("| 1.10 × (2.0 ms, p99 9.0) | **4.00 × (2.0 ms, p99 9.0)** |", lines[6])
        self.assertIn("| 0.91 × (2,000 copies/s) | **0.25 × (2,000 copies/s)** |", lines[8])

    def test_draws_a_bar_for_each_figure(self):
        told = [row for row in page.rows(RESULTS) if row[0].startswith("1,000")]
        groups = page.groups(RESULTS, told, page.session_label)
        self.assertEqual([label for label, _ in groups], list(page.SESSIONS.values()))
        picture = xml.fromstring(drawn("Title", "the floor", groups))
        widths = [float(each.get("width")) for each in picture.iter("{http://www.w3.org/2000/svg}rect")]
        bars = widths[2:]  # after the legend
        self.assertEqual(len(bars), 6)
        self.assertAlmostEqual(bars[0] / bars[1], 4.0 / 1.1, delta=0.05)
        self.assertIn("the first drop: ext4 0.91", picture.get("aria-label"))


unittest.main()
