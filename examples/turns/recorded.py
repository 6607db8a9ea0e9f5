#!/usr/bin/env python3
"""A language model that answers from a file of recorded replies, and from nothing else.

    [models.recorded]                                   # docs/models.md, docs/turns.md
    kind = "command"
    command = ["/usr/share/doc/artifactd/examples/turns/recorded.py",
               "/usr/share/doc/artifactd/examples/turns/last-stop/recorded/replies.jsonl"]
    free = true

The digest of a request finds its reply. Two things are left out of it, because they differ whenever a story is played
again: the ids of memories (numbered in the order in which the request has them) and how far they have faded. A request
that was not recorded fails.

    recorded.py FILE --record PROGRAM [ARGUMENT]...     asks PROGRAM what FILE cannot answer, and adds it to FILE
"""

import fcntl
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

MEMORY_ID = re.compile(r'"id":"([a-z2-7]{26})"')
PRIORITY = re.compile(r',"priority":[-+.0-9e]+')


def digest_of(request, ids):
    text = PRIORITY.sub("", request)
    for number, each in enumerate(ids):
        text = text.replace(each, f"memory-{number}")
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def recorded(file):
    lines = Path(file).read_text(encoding="utf-8").splitlines() if Path(file).exists() else []
    return {line["request"]: line["reply"] for line in map(json.loads, lines)}


def record(file, digest, program, request, ids):
    run = subprocess.run(program, input=request.encode(), stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(run.returncode)
    reply = run.stdout.decode().removesuffix("\n")
    for number, each in enumerate(ids):
        reply = reply.replace(each, f"memory-{number}")
    with open(file, "a", encoding="utf-8") as lines:
        fcntl.flock(lines, fcntl.LOCK_EX)
        lines.write(json.dumps({"request": digest, "reply": reply}, ensure_ascii=False) + "\n")
    return reply


def main():
    file, program = sys.argv[1], sys.argv[3:]
    request = sys.stdin.buffer.read().decode()
    ids = list(dict.fromkeys(MEMORY_ID.findall(request)))
    digest = digest_of(request, ids)
    reply = recorded(file).get(digest)
    if reply is None and not program:
        sys.exit(f"recorded.py: {file} has no reply to this request ({digest})")
    if reply is None:
        reply = record(file, digest, program, request, ids)
    reply = re.sub(r"\bmemory-(\d+)\b", lambda found: (ids + [found[0]])[min(int(found[1]), len(ids))], reply)
    sys.stdout.buffer.write(reply.encode() + b"\n")


if __name__ == "__main__":
    main()
