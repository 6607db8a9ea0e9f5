#!/usr/bin/env python3
"""Counts what programs do for a few tasks: system calls, bytes written, allocations. These do not depend on the speed
of the machine, so that two builds can be compared anywhere.

    counters.py [--json] BUILD            the counters of a build
    counters.py [--json] BASE BUILD       of two, with a warning about each that has grown by more than 10 %

`./dev bench --compare COMMIT` calls it. Needs strace, and liballocations.so in BUILD/bench. The exit status is 0 with
warnings, too; 1 if a task fails.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOLERATED = 0.10
# Whether a thread waits for another one depends on the moment.
UNCOUNTED = {"futex", "sched_yield", "restart_syscall"}
WRITING = {"write", "writev", "pwrite64", "pwritev", "pwritev2", "copy_file_range", "sendfile"}
# A call that another thread's interrupts is finished on a line of its own.
CALL = re.compile(r"^(?:\d+ +)?(?:<\.\.\. )?(\w+)(?:\(| resumed>).*= (-?\d+)")
PRINTED = re.compile(r"write\([12],")
NOBODY = 65534
OLDER_THAN_A_TICK = 0.05  # files that were written just now are read twice


def graph(size):
    """A graph of about that many bytes."""
    line = {"type": "organisation", "description": "A body that publishes figures on estimates.", "confidence": 0.5}
    entities = [{"id": f"e{number}", "name": f"Entity {number}", **line} for number in range(size // 190)]
    return {"schema_version": "1.0", "entities": entities}


def drop(session, agent, content):
    """Four artifacts of 8 KB, and their signal."""
    folder = session / "artifacts" / agent
    folder.mkdir(parents=True, exist_ok=True)
    claims = [{"claim": f"Finding {number} is supported by several sources", "confidence": 0.5} for number in range(75)]
    for number in range(4):
        text = json.dumps({f"content_{number}": content, f"findings_{number}": claims}, indent=1)
        (folder / f"{number}.json").write_text(text + "\n")
    (session / f"{agent}.kg.lock").touch()


def new_session(place):
    (place / "knowledge-graph.json").write_text(json.dumps(graph(100_000), indent=2))
    drop(place, "a", "first")


def later_drop(place):
    drop(place, "a", "second")


def ten_agents(place):
    for number in range(10):
        drop(place, f"agent-{number}", "third")


def broken_artifact(place):
    drop(place, "a", "fourth")
    (place / "artifacts/a/2.json").write_text('{"findings": [1, 2,]}\n')


# What is prepared, what is run, and with which exit status it ends. All tasks share one session.
MERGE = ["artifactctl", "merge", "SESSION"]
TASKS = {
    "start": (None, ["artifactctl", "--version"], 0),
    "first merge": (new_session, MERGE, 0),
    "later merge": (later_drop, MERGE, 0),
    "nothing to merge": (None, MERGE, 0),
    "ten agents": (ten_agents, MERGE, 0),
    "refusal": (broken_artifact, MERGE, 1),
    "settled again": (later_drop, ["artifactd", "--once", "--root", "ROOT"], 0),
}


class Stage:
    """The programs of a build in a directory of their own, and sessions beside them."""

    def __init__(self, build, place):
        self.place, self.bin, self.rounds = place, place / "bin", 0
        self.bin.mkdir()
        for name in ("artifactd", "artifactctl", "artifactd-jq"):
            shutil.copy(build / name, self.bin)

    def fresh(self, name):
        root = self.place / f"{name}-sessions"
        (root / "s").mkdir(parents=True)
        return root

    def run(self, root, task, before=(), settings=()):
        """Prepares a task and runs it. Not as root, which does more to check whose session it is."""
        prepare, words, status = task
        time.sleep(OLDER_THAN_A_TICK)  # signals that are not older than the graph are looked up in its list
        if prepare:
            prepare(root / "s")
        if os.geteuid() == 0:
            for path in (root, *root.rglob("*")):
                if path.lstat().st_uid != NOBODY:  # otherwise a graph would look newer than its signals
                    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        time.sleep(OLDER_THAN_A_TICK)
        command = [str(self.bin / words[0])]
        command += [{"SESSION": str(root / "s"), "ROOT": str(root)}.get(word, word) for word in words[1:]]
        # A configuration of the user, and the journal of a daemon, would be read.
        environment = {"HOME": str(root), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **dict(settings)}
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        done = subprocess.run([*before, *command], env=environment, capture_output=True, text=True, **user)
        if done.returncode != status:
            sys.exit(f"counters.py: {' '.join(words)} ended with {done.returncode}, not {status}:\n{done.stderr}")


def traced(lines, landmark):
    """The calls from the first one that names the landmark, not counting the program's start."""
    calls, written, begun = 0, 0, landmark is None
    for line in lines:
        match = CALL.match(line)
        if not match or (match[1] == "execve"):
            continue
        begun = begun or f'"{landmark}' in line
        if not begun or match[1] in UNCOUNTED:
            continue
        calls += 1
        if match[1] in WRITING and int(match[2]) > 0 and not PRINTED.search(line):
            written += int(match[2])
    return {"system calls": calls, "bytes to files": written}


def measure(build, preloaded):
    counters = {}
    with tempfile.TemporaryDirectory(prefix="artifactd-counters.") as directory:
        place = Path(directory)
        place.chmod(0o755)
        stage = Stage(build, place)
        trace, allocated = place / "out" / "trace", place / "out" / "allocations"
        (place / "out").mkdir()
        (place / "out").chmod(0o777)
        here, there = stage.fresh("traced"), stage.fresh("preloaded")
        preload = {"LD_PRELOAD": shutil.copy(preloaded, place), "ALLOCATIONS": str(allocated)}
        for name, task in TASKS.items():
            trace.unlink(missing_ok=True)
            stage.run(here, task, before=["strace", "-f", "-qq", "-o", str(trace)])
            landmark = str(here) if name != "start" else None
            counters[name] = traced(trace.read_text(errors="replace").splitlines(), landmark)
            stage.run(there, task, settings=preload)
            counters[name]["allocations"] = int(allocated.read_text())
    return counters


def grown(base, now):
    """The counters of `now` that have grown by more than is tolerated: (task, counter, before, after)."""
    return [
        (task, counter, base[task][counter], value)
        for task, counted in now.items()
        for counter, value in counted.items()
        if counter in base.get(task, {}) and value > base[task][counter] * (1 + TOLERATED)
    ]


def change(before, after):
    return "" if before == after else f"{(after - before) / before:+.0%}" if before else "new"


def table(base, now):
    counters = list(next(iter(now.values())))
    lines = ["".ljust(18) + "".join(counter.rjust(28) for counter in counters)]
    for task, counted in now.items():
        cells = []
        for counter in counters:
            before = base[task][counter] if base else counted[counter]
            shown = f"{before:,} → " if before != counted[counter] else ""
            cells.append(f"{shown}{counted[counter]:,} {change(before, counted[counter])}".rstrip().rjust(28))
        lines.append(task.ljust(18) + "".join(cells))
    return "\n".join(line.rstrip() for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("build", nargs="+", type=Path, metavar="BUILD", help="a build directory; two: compare them")
    options = parser.parse_args()
    if len(options.build) > 2:
        parser.error("one build, or two to compare")
    preloaded = options.build[-1] / "bench/liballocations.so"
    measured = [measure(build, preloaded) for build in options.build]
    base, now = (measured[0] if len(measured) == 2 else None), measured[-1]
    warnings = grown(base, now) if base else []
    if options.json:
        print(json.dumps({"base": base, "now": now, "grown": warnings}))
        return
    print(table(base, now))
    for task, counter, before, after in warnings:
        print(f"warning: {task}: {counter} grew from {before:,} to {after:,} ({change(before, after)})")


if __name__ == "__main__":
    main()
