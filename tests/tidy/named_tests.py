"""The tests that docs/operators.md names as proof: each has to exist."""

import fnmatch
import re

NAMED = re.compile(r"`([A-Z]\w*(?:\.\w+)?\*|[A-Z]\w*\.\*|[A-Z]\w*\.[A-Z]\w*\*?)`")
TEST = re.compile(r"^(?:TEST(?:_[FP])?|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.M)
CTEST = re.compile(r"add_test\(NAME (\w+\.\w+)", re.M)


def tests_in(text):
    return {f"{suite}.{name}" for suite, name in TEST.findall(text)} | set(CTEST.findall(text))


def missing(document, tests):
    """Lines and messages for the patterns in `document` that fit none of `tests`."""
    for number, line in enumerate(document.splitlines(), 1):
        for pattern in NAMED.findall(line):
            if not any(fnmatch.fnmatchcase(test, pattern) for test in tests):
                yield number, f"there is no test {pattern}"
