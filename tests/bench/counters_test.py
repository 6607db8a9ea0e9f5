#!/usr/bin/env python3
"""counters_test.py BUILD: the counters of a build are the same each time, and one that grows is noticed."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "counters"))
import counters  # noqa: E402

BUILD = Path(sys.argv.pop())
PRELOADED = BUILD / "bench/liballocations.so"
TRACE = """
11 execve("/bin/artifactctl", ["artifactctl", "merge", "/s"], 0x7ffc /* 2 vars */) = 0
11 openat(AT_FDCWD, "/lib/libc.so.6", O_RDONLY|O_CLOEXEC) = 3
11 openat(AT_FDCWD, "/s", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 3
12 write(4, "12345"..., 5) = 5
12 write(1, "printed", 7) = 7
11 futex(0x5578, FUTEX_WAKE_PRIVATE, 1) = 1
11 writev(4, [{iov_base="12", iov_len=2}, {iov_base="345", iov_len=3}], 2 <unfinished ...>
11 <... writev resumed>) = 7
11 write(5, "12", 2) = -1 EAGAIN (Resource temporarily unavailable)
11 exit_group(0) = ?
"""


class Counters(unittest.TestCase):
    def test_of_a_build_are_the_same_each_time(self):
        first, second = (counters.measure(BUILD, PRELOADED) for _ in range(2))
        self.assertEqual(list(first), list(counters.TASKS))
        for task, counted in first.items():
            for counter, value in counted.items():
                # A daemon's threads write its journal together or one after the other.
                self.assertAlmostEqual(value, second[task][counter], delta=value * 0.02, msg=f"{task}: {counter}")
        self.assertGreater(first["later merge"]["bytes to files"], 100_000)
        self.assertGreater(first["later merge"]["system calls"], first["nothing to merge"]["system calls"])
        self.assertGreater(first["start"]["allocations"], 100)

    def test_begin_where_the_session_is_named(self):
        counted = counters.traced(TRACE.splitlines(), "/s")
        self.assertEqual(counted, {"system calls": 5, "bytes to files": 12})

    def test_that_grow_by_more_than_a_tenth_are_warned_about(self):
        base = {"merge": {"system calls": 100, "bytes to files": 100}, "gone": {"system calls": 1}}
        now = {"merge": {"system calls": 110, "bytes to files": 111}, "new": {"system calls": 1}}
        self.assertEqual(counters.grown(base, now), [("merge", "bytes to files", 100, 111)])
        self.assertEqual(counters.grown(now, now), [])


unittest.main()
