#!/usr/bin/env python3
"""agent.py SESSION NAME THINK...: an agent that only reads and writes files. The command THINK calls your model: it
gets on stdin what was wrong the last time, at first nothing, and prints the answer."""
import json, pathlib, subprocess, sys, time

session, name, think = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
lock, error = session / f"{name}.kg.lock", session / f"{name}.kg.lock.error"
artifacts = session / "artifacts" / name
artifacts.mkdir(parents=True, exist_ok=True)
findings = ""
for attempt in range(3):
    answer = subprocess.run(think, input=findings, stdout=subprocess.PIPE, text=True, check=True).stdout
    (artifacts / ".answer.json").write_text(answer)
    (artifacts / ".answer.json").rename(artifacts / "answer.json")
    error.rename(lock) if error.exists() else lock.touch(exist_ok=False)
    while lock.exists():  # first the signal, then, once it is gone, `.error`: in this order it is always right
        time.sleep(0.05)
    if not error.exists():
        sys.exit(print(f"{name}: accepted"))
    findings = "\n".join(json.loads((session / f"{name}.retry-instructions.json").read_text())["instructions"])
sys.exit(findings)
