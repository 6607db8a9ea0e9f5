#!/usr/bin/env python3
"""A scripted language model: it plays the three rulesets beside it without any network, and always the same way.

    [models.scripted]                                   # docs/models.md, docs/turns.md
    kind = "command"
    command = ["/usr/share/doc/artifactd/examples/turns/model.py"]
    free = true

It reads a request as plain text from stdin and writes one JSON value to stdout. What it says is in model.toml; which
line it takes depends on what was played, and on nothing else: the same request has the same reply.

For tests, through the environment (`command = ["env", "ARTIFACTD_SCRIPT=/path", "/path/to/model.py"]`):

    ARTIFACTD_SCRIPT        a file with a list of rules: the first that fits a call decides what becomes of it
    ARTIFACTD_SCRIPT_LOG    a file that gets one line of JSON for each call, before it is answered
    ARTIFACTD_SCRIPT_DELAY  seconds that every call takes at least

A rule fits a call if all of these fit that it has: `step` (checks, outcome, reflection, narrator, generation),
`character` (of a reflection), `rung` (first, repair, retry), `call` (1 for the first of this step and character;
needs the log), `contains` (a text in the request). What it does, in this order: `sleep` (seconds), `stderr` (a text),
`exit` (with this status), `reply` (a text goes out as it is, any other value as JSON), or to the ordinary reply:
`drop` (members), `set` (members and their values), `repeat` {"member", "value", "times"} (a list of equal elements).
"""

import fcntl
import hashlib
import json
import os
import re
import sys
import time
import tomllib
from pathlib import Path

STEPS = {
    "You resolve actions by a rulebook.": "checks",
    "You tell what a roll means.": "outcome",
    "You are one character in a scene.": "reflection",
    "You narrate a scene.": "narrator",
    "You set up a story": "generation",
}
HEADINGS = (
    "Rulebook|Rulebook summary|Checks|Time|Scene state schema|World|Lore|Character stat blocks|Content rules|Tone|"
    "Stakes|Scene state|Recent observations|User action|Rolled|Character profile|Stat block|Goal|Resolved outcome|"
    "Observations|Events|Character actions|Recent events|Character stat schema|Cast|User idea"
)
RETRIED = "\n\nAn earlier answer was refused:"
IMPORTANCE = {"good": 3, "mixed": 3, "bad": 4, "calm": 1}
FEELINGS = {"good": {"trust": 1, "closeness": 1}, "mixed": {"trust": 1, "tension": 1}, "bad": {"tension": 2}}
INTENTS = {"good": ["open", "closer"], "mixed": ["hesitate"], "bad": ["withdraw"], "calm": ["wait"]}


def sections(request):
    """The parts of a request in order, as (title, text). Each begins as the first does: `===== title =====`."""
    rule = re.match(r"=*", request).group()
    parts = re.split(rf"^{rule} (\w+) {rule}\n", request, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2]))


def value_of(text):
    """The JSON on its first lines if there is any, else the text."""
    text = text.strip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return text
    return value if text[end : end + 1] in ("", "\n") else text


def told(prompt):
    """What stands under each heading of a prompt."""
    parts = re.split(rf"^({HEADINGS}):[ \t]*$", prompt, flags=re.MULTILINE)
    return {name: value_of(text) for name, text in zip(parts[1::2], parts[2::2])}


class Request:
    """One call: which step it belongs to, and what it says."""

    def __init__(self, text):
        parts = sections(text)
        system = next((body for title, body in parts if title == "system"), "")
        prompt = next((body for title, body in parts if title == "user"), "")
        self.text = text
        self.step = next((step for begin, step in STEPS.items() if system.startswith(begin)), None)
        self.told = told(prompt)
        repairing = any(title == "assistant" for title, _ in parts)
        self.rung = "repair" if repairing else "retry" if RETRIED in prompt else "first"
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        profile = self.dict("Character profile")
        self.character = profile.get("id")

    def dict(self, heading):
        value = self.told.get(heading)
        return value if isinstance(value, dict) else {}

    def list(self, heading):
        value = self.told.get(heading)
        return value if isinstance(value, list) else []

    def action(self):
        return str(self.dict("User action").get("text", ""))

    def stats_of(self, character):
        return self.dict("Character stat blocks").get(character, {}).get("stats") or {}


class Story:
    """The scene that a request tells of, and the lines that fit it."""

    def __init__(self, request, lines):
        self.request = request
        self.state = request.dict("Scene state")
        known = self.state or request.dict("Scene state schema").get("properties", {})
        own = [each for each in lines.values() if each.get("known_by") in known]
        self.lines = own[0] if own else lines["any-other"]
        self.people = lines["person"]
        self.new = lines["new-story"]
        present = self.state.get("present") or request.dict("Character stat blocks")
        self.persona = request.dict("User action").get("character_id", "")
        self.others = [each for each in present if each != self.persona]
        action = request.action().casefold()
        named = [each for each in self.others if re.search(rf"\b{re.escape(each.split('-')[0])}\b", action)]
        self.other = (named or self.others or [""])[0]

    def pick(self, choices):
        """One of the lines, by what was played; not by how the prompt is worded, nor by ids and times in it."""
        if isinstance(choices, str):
            return choices
        played = [self.request.told.get(each) for each in ("User action", "Scene state", "Rolled", "Resolved outcome")]
        digest = hashlib.sha256(json.dumps([choices, played]).encode()).digest()
        return choices[int.from_bytes(digest[:8], "big") % len(choices)]

    def say(self, kind, mood, **more):
        names = {"who": name_of(self.persona), "other": name_of(self.other) or "everyone", "stat": "", **more}
        names["Stat"] = names["stat"].replace("_", "-").capitalize()
        return self.pick(self.lines[kind][mood]).format(**names)

    def level(self):
        clock = self.lines["clock"]
        now = self.state.get(clock["path"])
        if not isinstance(now, int):
            return "low"
        if clock.get("falls") and now <= 0:
            return "over"
        share = now / clock["full"]
        share = 1 - share if clock.get("falls") else share
        return "low" if share < 1 / 3 else "mid" if share < 2 / 3 else "high"

    def mood_of_band(self, label):
        if label in self.lines["moods"]:
            return self.lines["moods"][label]
        if re.search(r"fail|miss|astray|fumble|\bun|\bnot?\b", label, re.IGNORECASE):
            return "bad"
        return "mixed" if re.search("mix|part|price|cost", label, re.IGNORECASE) else "good"

    def mood_of_outcome(self):
        """How it went, by the words with which the outcome begins."""
        outcome = str(self.request.told.get("Resolved outcome"))
        for mood, lines in self.lines["outcome"].items():
            if any(outcome.startswith(line.split("{")[0]) for line in lines):
                return mood
        return "calm"


def name_of(character):
    return character.removesuffix("-persona").replace("-", " ").title()


def resolved(story, mood, stat=""):
    """The outcome of an action, what the other person keeps of it, and what it changes."""
    ops = []
    if mood in FEELINGS and story.other:
        a, b = sorted((story.persona, story.other))
        ops.append({"op": "adjust_relation", "a": a, "b": b, **FEELINGS[mood]})
    clock = story.lines["clock"]
    if mood in clock:
        ops.append({"op": clock[mood], "path": clock["path"], "value": 1})
    kept = {"character_id": story.other, "content": story.say("remember", mood), "importance": IMPORTANCE[mood]}
    return {
        "resolved_outcome": story.say("outcome", mood, stat=stat),
        "new_observations": [kept] if story.other else [],
        "state_ops": ops,
    }


def checks(story):
    """One check if the action risks something; else what simply happens."""
    action, stats = story.request.action(), story.request.stats_of(story.persona)
    for check in story.lines["checks"]:
        stat = check.get("stat") or max(stats, key=stats.get, default="")
        if stat in stats and re.search(rf"\b(?:{check['words']})", action, re.IGNORECASE):
            wanted = {"character_id": story.persona, "stat": stat, "reason": check["reason"]}
            return {"dice_request": [wanted], "resolved_outcome": None, "new_observations": [], "state_ops": []}
    return {"dice_request": [], **resolved(story, "calm")}


def outcome(story):
    """What the roll means: its band decides, whatever the model might like."""
    rolled = (story.request.list("Rolled") or [{}])[0]
    return resolved(story, story.mood_of_band(rolled.get("band", "")), str(rolled.get("stat", "")))


def reflection(story):
    mood = story.mood_of_outcome()
    lines = story.people.get(story.request.character) or story.people["someone"]
    name = story.request.dict("Character profile").get("name") or name_of(story.request.character or "someone")
    return {"action_text": story.pick(lines[mood]).replace("{name}", str(name)), "intent_tags": INTENTS[mood]}


def narrator(story):
    """The scene as the player sees it: the room, what was done, who did what, and a place to go on from."""
    mood, level = story.mood_of_outcome(), story.level()
    actions = story.request.list("Character actions")
    raised = [story.lines.get("event", {}).get(each, "Something shifts.") for each in story.request.list("Events")]
    quoted = re.search(r"[“\"]([^“”\"\x00-\x1f]{3,90})[”\"]", story.request.action())
    said = quoted[1].rstrip(" ,") if quoted else ""
    words = [f"“{said}{'' if said.endswith(tuple('.!?…')) else '.'}”"] if said else []
    begin = [story.say("open", level), *words, story.say("narrate", mood)]
    end = raised or [story.say("close", level)]
    parts = [" ".join(begin), " ".join(each["action_text"] for each in actions), " ".join(end)]
    ops = []
    pressure = story.say("pressure", level)
    if "pressure" in story.state and story.state["pressure"] != pressure:
        ops.append({"op": "set", "path": "pressure", "value": pressure})
    if raised and len(story.others) > 1:
        ops.append({"op": "remove", "path": "present", "value": story.others[-1]})
    answers = [each["action_text"] for each in actions if each["character_id"] == story.other]
    seen = [{"character_id": story.persona, "content": text, "importance": 2} for text in answers]
    return {"narration_text": "\n\n".join(part for part in parts if part), "new_observations": seen, "state_ops": ops}


def fitting(schema, high=False):
    """A value of that schema, of numbers the least or the greatest."""
    least, most = schema.get("minimum", 0), schema.get("maximum", 9)
    kind = schema.get("type")
    if kind in ("integer", "number"):
        return most if high else least
    return [] if kind == "array" else {} if kind == "object" else False if kind == "boolean" else ""


def first_state(story, idea):
    """What the schema requires: clocks at their beginning, texts from the idea and from the script."""
    schema, clock, state = story.request.dict("Scene state schema"), story.lines["clock"], {}
    texts = {"location": idea, "pressure": story.say("pressure", "low")}
    for name in schema.get("required", []):
        member = schema.get("properties", {}).get(name, {})
        if member.get("type") == "string":
            state[name] = texts.get(name, idea)[: member.get("maxLength", 200)]
        else:
            state[name] = fitting(member)
        if name == clock["path"] and clock.get("falls"):
            state[name] = min(clock["full"], fitting(member, high=True))
    return state


def newcomer(story, character, name, profile):
    """Somebody whose numbers are in the middle of what the ruleset allows, each a little different."""
    schema = story.request.dict("Character stat schema")
    stats = {}
    for place, stat in enumerate(schema.get("required", [])):
        member = schema.get("properties", {}).get(stat, {})
        low, high = fitting(member), fitting(member, high=True)
        stats[stat] = min(high, (low + high) // 2 + place % 2) if isinstance(low, int) else low
    return {"id": character, "name": name, "base_profile": profile, "stat_block": stats}


def generation(story):
    """A scenario from the idea's own words: characters the cast lacks are made up."""
    idea = " ".join(str(story.request.dict("User idea").get("text", "")).split())
    mark = hashlib.sha256(idea.encode()).hexdigest()[:4]
    cast = [each["id"] for each in story.request.list("Cast")]
    added = []
    story.persona = next((each for each in cast if each.endswith("-persona")), f"you-{mark}-persona")
    if story.persona not in cast:
        added.append(newcomer(story, story.persona, "You", story.new["you"]))
    if not [each for each in cast if each != story.persona]:
        name = story.pick(story.new["names"])
        added.append(newcomer(story, f"{name.lower()}-{mark}", name, story.new["other"]))
    ids = cast + [each["id"] for each in added]
    others = [each for each in ids if each != story.persona]
    seen = {"content": story.new["observation"], "importance": 2}
    story.other = others[0]
    a, b = sorted((story.persona, story.other))
    state = {**first_state(story, idea), "present": [story.persona, story.other]}
    state["relations"] = [{"a": a, "b": b, "trust": 1, "tension": 2, "closeness": 1}]
    title = " ".join(re.sub(r"[^\w’' -]", "", idea).split()[:6]) or "Untitled"
    return {
        "title": title[:1].upper() + title[1:],
        "summary": idea,
        "tone": story.new["tone"],
        "stakes": story.new["stakes"],
        "intro_seed": f"{story.say('open', 'low')} {story.new['intro']}",
        "persona_id": story.persona,
        "characters": added,
        "scene_seed": state,
        "goals": {each: story.new["goal"] for each in others},
        "observations": [{"character_id": each, **seen} for each in others],
    }


def noted(request, path):
    """Writes the call down and tells how many of its step and character there have been."""
    if not path:
        return None
    with open(path, "a+", encoding="utf-8") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        log.seek(0)
        before = [json.loads(line) for line in log]
        same = [each for each in before if (each["step"], each["character"]) == (request.step, request.character)]
        line = {"step": request.step, "character": request.character, "rung": request.rung, "call": len(same) + 1}
        log.write(json.dumps({**line, "digest": request.digest}) + "\n")
    return line["call"]


def rule_for(request, call, path):
    facts = {"step": request.step, "character": request.character, "rung": request.rung, "call": call}
    for rule in json.loads(Path(path).read_text(encoding="utf-8")) if path else []:
        fits = all(rule[name] == fact for name, fact in facts.items() if name in rule)
        if fits and rule.get("contains", "") in request.text:
            return rule
    return {}


def answer(request, rule):
    if "reply" in rule:
        return rule["reply"] if isinstance(rule["reply"], str) else json.dumps(rule["reply"])
    with Path(__file__).with_name("model.toml").open("rb") as lines:
        story = Story(request, tomllib.load(lines))
    steps = {
        "checks": checks,
        "outcome": outcome,
        "reflection": reflection,
        "narrator": narrator,
        "generation": generation,
    }
    reply = steps[request.step](story)
    reply = {name: value for name, value in reply.items() if name not in rule.get("drop", [])}
    reply.update(rule.get("set", {}))
    if repeat := rule.get("repeat"):
        reply[repeat["member"]] = [repeat["value"]] * repeat["times"]
    return json.dumps(reply, ensure_ascii=False)


def main():
    request = Request(sys.stdin.buffer.read().decode("utf-8", "replace"))
    call = noted(request, os.environ.get("ARTIFACTD_SCRIPT_LOG"))
    rule = rule_for(request, call, os.environ.get("ARTIFACTD_SCRIPT"))
    time.sleep(float(os.environ.get("ARTIFACTD_SCRIPT_DELAY", 0)) + rule.get("sleep", 0))
    print(rule.get("stderr", ""), end="", file=sys.stderr)
    if "exit" in rule:
        sys.exit(rule["exit"])
    if request.step is None and "reply" not in rule:
        sys.exit("model.py: this is no step of a turn")
    sys.stdout.buffer.write(answer(request, rule).encode("utf-8", "replace") + b"\n")


if __name__ == "__main__":
    main()
