#!/usr/bin/env python3
"""The recorded story of a shipped ruleset can be played without a model: it comes out as it was recorded.

    recorded_story_test.py ARTIFACTCTL RULESET             plays it from recorded/replies.jsonl, and compares
    recorded_story_test.py ARTIFACTCTL RULESET --record    plays it with model.py, and records it again
"""

import difflib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TURNS = Path(__file__).resolve().parents[2] / "examples" / "turns"
STORIES = {  # ruleset: scenario, seed of the dice
    "everyday-tension": ("the-spare-key", "kettle"),
    "inner-chorus": ("the-valuation", "lamp"),
    "last-stop": ("twelve-minutes-to-harrow-quay", "ferry"),
}
CONFIGURATION = """
state_dir = "{place}/state"
runtime_dir = "{place}/run"
[[root]]
path = "{place}/sessions"
[models.recorded]
kind = "command"
command = {command}
free = true
at_once = 1
[turn]
small = "recorded"
large = "recorded"
"""


class Stage:
    """A place of its own to play in. Where the test runs as root the model does not, so its files are copied there."""

    def __init__(self, artifactctl, place, recording):
        self.program = [artifactctl, "--config", str(place / "artifactd.toml")]
        for each in ("state", "run", "sessions/story", "model"):
            (place / each).mkdir(parents=True)
        for each in ("model.py", "model.toml", "recorded.py"):
            shutil.copy(TURNS / each, place / "model")
        self.replies = place / "model" / "replies.jsonl"
        command = [place / "model" / "recorded.py", self.replies]
        if recording:
            command += ["--record", place / "model" / "model.py"]
            self.replies.touch()
        configuration = CONFIGURATION.format(place=place, command=json.dumps([str(each) for each in command]))
        (place / "artifactd.toml").write_text(configuration)
        self.recording = recording

    def open_up(self, place):
        for each in (place, place / "model", *(place / "model").iterdir()):
            each.chmod(0o777 if self.recording else 0o755)

    def turn(self, *words):
        run = subprocess.run([*self.program, "turn", *words], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"turn {' '.join(words)}: exit status {run.returncode}\n{run.stdout}{run.stderr}")
        return run.stdout


def play(stage, ruleset):
    """The log of the story."""
    stage.turn("import", str(TURNS / ruleset))
    scenario, seed = STORIES[ruleset]
    stage.turn("begin", "story", "--scenario", scenario, "--seed", seed)
    actions = (TURNS / ruleset / "recorded" / "actions.txt").read_text(encoding="utf-8").splitlines()
    if len(actions) != 10:
        sys.exit("actions.txt: expected ten actions, one in a line")
    for each in actions:
        stage.turn("say", "story", each, "--wait", "2min")
    replayed = stage.turn("replay", "story")
    if replayed != "10 turns, each the same as recorded\n":
        sys.exit(f"turn replay: {replayed}")
    return stage.turn("log", "story")


def compare(log, story):
    difference = difflib.unified_diff(story.splitlines(), log.splitlines(), "story.txt", "turn log", lineterm="")
    if told := "\n".join(difference):
        sys.exit(f"the story differs from the recorded one (to record it again: ./dev record):\n{told}")


def check_strictness(stage):
    """A request that was not recorded has no reply."""
    run = subprocess.run([stage.replies.with_name("recorded.py"), stage.replies], input=b"===== user =====\nhello\n",
                         capture_output=True, check=False)  # fmt: skip
    if run.returncode == 0 or run.stdout or b"has no reply to this request" not in run.stderr:
        sys.exit(f"a request that was not recorded: exit status {run.returncode}, {run.stdout} {run.stderr}")


def main():
    artifactctl, ruleset, recording = sys.argv[1], sys.argv[2], sys.argv[3:] == ["--record"]
    kept = TURNS / ruleset / "recorded"
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        stage = Stage(artifactctl, place, recording)
        if not recording:
            shutil.copy(kept / "replies.jsonl", stage.replies)
        stage.open_up(place)
        log = play(stage, ruleset)
        if recording:
            shutil.copyfile(stage.replies, kept / "replies.jsonl")
            (kept / "story.txt").write_text(log, encoding="utf-8")
        else:
            compare(log, (kept / "story.txt").read_text(encoding="utf-8"))
            check_strictness(stage)


if __name__ == "__main__":
    main()
