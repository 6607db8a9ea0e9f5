#!/usr/bin/env python3
"""Measures merges on three file systems, each beside its floor in the same run, and draws docs/speed-*.svg and the
table in docs/benchmarks.md again.

    page.py BENCHMARKS        the directory with merge_bench, throughput_bench and latency_bench

`./dev bench --page` calls it. Needs root and loop devices: the file systems are made in files.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bars import drawn

DOCS = Path(__file__).resolve().parents[2] / "docs"
BEGIN, END = "<!-- measured by ./dev bench --page -->", "<!-- end of what was measured -->"
SIZE = "6G"
FILE_SYSTEMS = {"ext4": ["mkfs.ext4", "-q", "-F"], "xfs": ["mkfs.xfs", "-q", "-f"], "tmpfs": None}
RUNS = {
    "merge_bench": "^one_agent/known/",
    "throughput_bench": ".",
    "latency_bench": "^lock_to_gone/.*/2000/",
}
SIZES = {"100000": "100 KB", "1000000": "1 MB", "10000000": "10 MB", "100000000": "100 MB"}
DROPS = {"lock_to_gone/first/2000": "the first drop", "lock_to_gone/later/2000": "later"}
SESSIONS = {
    "fresh_sessions": "the first drop",
    "thousand_sessions/full:0": "later",
    "thousand_sessions/full:1": "history full",
}


@contextlib.contextmanager
def mounted(name, make, place):
    at = place / name
    at.mkdir()
    if make:
        image = place / f"{name}.image"
        subprocess.run(["truncate", "-s", SIZE, image], check=True)
        subprocess.run([*make, image], check=True)
        subprocess.run(["mount", "-o", "loop", image, at], check=True)
    else:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", at], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", at], check=True)


def measured(benchmarks, directory):
    """The counters of each benchmark, by its name without the settings of the run."""
    found = {}
    for program, wanted in RUNS.items():
        command = [benchmarks / program, f"--benchmark_filter={wanted}", "--benchmark_format=json"]
        print(f"{program} on {directory.name}", file=sys.stderr, flush=True)
        told = subprocess.run(
            command, env={**os.environ, "BENCH_DIR": str(directory)}, check=True, stdout=subprocess.PIPE
        ).stdout
        for each in json.loads(told)["benchmarks"]:
            if each.get("error_occurred"):
                sys.exit(f"page.py: {each['name']}: {each['error_message']}")
            found[re.sub(r"/(iterations|manual_time).*", "", each["name"])] = each
    return found


def rows(results):
    """(what, wanted, for each file system: the ratio and its words)"""
    for bytes_, size in SIZES.items():
        each = [found[f"one_agent/known/{bytes_}"] for found in results.values()]
        yield (
            f"durable merge into a graph of {size}",
            "≤ 1.25",
            [(one["durable_ratio"], f"{one['durable_ratio']:.2f} × ({one['floor_ms']:.1f} ms)") for one in each],
        )
    for name, words in DROPS.items():
        each = [found[name] for found in results.values()]
        yield (
            f"lock created to lock gone, 100 KB, 2,000 directories, {words}: median",
            "≤ 1.2",
            [
                (one["ratio"], f"{one['ratio']:.2f} × ({one['floor_ms']:.1f} ms, p99 {one['p99_ms']:.1f})")
                for one in each
            ],
        )
    for name, words in SESSIONS.items():
        each = [found[name] for found in results.values()]
        yield (
            f"1,000 sessions at once, {words}: throughput",
            "≥ 0.7",
            [
                (one["throughput_ratio"], f"{one['throughput_ratio']:.2f} × ({one['floor_per_s']:,.0f} copies/s)")
                for one in each
            ],
        )


def table(results, told):
    lines = ["| multiple of the floor (and the floor) | wanted |" + "".join(f" {name} |" for name in results)]
    lines.append("|---|---|" + "---|" * len(results))
    for what, wanted, each in told:
        limit = float(wanted.split()[1])
        missed = [ratio > limit if wanted.startswith("≤") else ratio < limit for ratio, _ in each]
        cells = [f"**{words}**" if late else words for late, (_, words) in zip(missed, each)]
        lines.append(f"| {what} | {wanted} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def groups(results, told, label):
    return [(label(what), [(name, *one) for name, one in zip(results, each)]) for what, _, each in told]


def size_label(what):
    return what.rsplit("of ", 1)[1]


def session_label(what):
    return what.split(", ")[1].split(":")[0]


def main():
    benchmarks = Path(sys.argv[1]).resolve()
    results = {}
    with tempfile.TemporaryDirectory(prefix="artifactd-page.") as directory:
        for name, make in FILE_SYSTEMS.items():
            with mounted(name, make, Path(directory)) as at:
                results[name] = measured(benchmarks, at)
    told = list(rows(results))
    merges = [row for row in told if row[0].startswith("durable merge")]
    sessions = [row for row in told if row[0].startswith("1,000")]
    (DOCS / "speed-merge.svg").write_text(
        drawn(
            "A durable merge of four artifacts, by the size of the graph",
            "a durable copy of the graph",
            groups(results, merges, size_label),
        )
    )
    (DOCS / "speed-sessions.svg").write_text(
        drawn(
            "1,000 sessions at once, 100 KB each: merges a second",
            "32 bare durable copies at once",
            groups(results, sessions, session_label),
        )
    )
    page = DOCS / "benchmarks.md"
    before, rest = page.read_text().split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{table(results, told)}\n\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    main()
