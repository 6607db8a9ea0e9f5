#!/usr/bin/env python3
"""Checks the code base against its own rules: sizes, directions, names, where names on disk may be written.

    tidy.py ROOT    prints FILE:LINE: RULE: MESSAGE for each violation; exit 1 if there is any
"""

import os
import re
import sys

import cpp_text
import hidden_constants
import named_tests
import rooms
import twin_types

LINES = 300
FUNCTION_LINES = 60
WIDTH = 120
FLOORS = ("state", "watchers", "merge", "agents", "daemon", "tests", "bench")
# Each kind of work has one folder. These may also include from it: other folders, those with a kind's own commands, and
# files (without their ending) that configure the kinds or list them. Everything else is the same for all kinds.
KIND_FOLDERS = {
    "merge/kg": ("agents/edit", "bench", "tests"),
    "agents/edit": ("bench", "tests"),
    "agents/report": ("bench", "tests"),
    "agents/rule": ("bench", "tests"),
    "agents/state": ("bench", "tests"),
    "agents/turn": ("bench", "tests"),
}
KIND_READERS = {
    "merge/kg": (
        "daemon/config/config",
        "daemon/settling/edits",
        "daemon/settling/policies",
        "daemon/settling/work_tools",
        "daemon/programs/kind_list",
        "daemon/commands/edit/edit",
        "daemon/queries/agent_values",
        "daemon/queries/graph_state",
        "daemon/queries/session_checks",
        "daemon/queries/validation",
        "daemon/interventions/going_back",
        "daemon/queries/graph_text",
        "daemon/api/typed_check",
    ),
    "agents/edit": (
        "daemon/config/config",
        "daemon/settling/edits",
        "daemon/settling/policies",
        "daemon/settling/work_tools",
        "daemon/programs/kind_list",
        "daemon/queries/edit_runs",
        "daemon/commands/edit/",
    ),
    "agents/report": (
        "daemon/config/config",
        "daemon/settling/policies",
        "daemon/settling/work_tools",
        "daemon/programs/kind_list",
        "daemon/settling/play_news",
        "daemon/service/play_lane",
        "daemon/queries/known_layouts",
        "daemon/queries/play_issues",
        "daemon/queries/waiting_proposals",
        "daemon/queries/reports",
        "daemon/interventions/decision",
        "daemon/commands/play/",
        "daemon/commands/report/",
        "daemon/backup/restored_state",
    ),
    "agents/rule": (
        "daemon/programs/kind_list",
        "daemon/commands/rule/",
        "daemon/api/rule_answers",
        "daemon/api/typed_check",
    ),
    "agents/state": (
        "daemon/config/config",
        "daemon/settling/policies",
        "daemon/settling/work_tools",
        "daemon/programs/kind_list",
        "daemon/service/drive_lane",
        "daemon/service/run_news",
        "daemon/queries/gone_state",
        "daemon/queries/state_answers",
        "daemon/queries/state_versions",
        "daemon/queries/waiting_fix",
        "daemon/api/tuning_answers",
        "daemon/api/typed_check",
        "daemon/commands/state/",
        "daemon/backup/restored_state",
    ),
    "agents/turn": (
        "daemon/config/config",
        "daemon/settling/policies",
        "daemon/settling/work_tools",
        "daemon/programs/kind_list",
        "daemon/control/story_answer",
        "daemon/queries/known_layouts",
        "daemon/queries/named_story",
        "daemon/queries/observation_priority",
        "daemon/queries/story_cost",
        "daemon/queries/story_list",
        "daemon/queries/story_replay",
        "daemon/queries/turn_statistics",
        "daemon/commands/turn/",
        "daemon/backup/restored_state",
    ),
}
KIND_OF = {
    "kg": "merge/kg",
    "edit": "agents/edit",
    "confirm": "agents/report",
    "reject": "agents/report",
    "report": "agents/report",
    "rule": "agents/rule",
    "state": "agents/state",
    "turn": "agents/turn",
}
# A kind by its name.
KIND_NAME = re.compile(r"\b(kg|edit|rule|state|turn)_(?:kind|work|traits|signal)\b")
# Empty nouns: something with such a name has not been understood yet.
EMPTY_NOUNS = ("Manager", "Helper", "Util", "Utils", "Processor")
EMPTY_NOUN = re.compile(
    "|".join(f"(?:(?<![A-Z]){noun}(?![a-z])|(?<![a-z]){noun.lower()}(?![a-z]))" for noun in EMPTY_NOUNS)
)
# Names on disk, written only once: in the session layout.
LAYOUT_NAMES = (".kg-merge.lock", "knowledge-graph.json", ".artifactd", "retry-instructions")
LAYOUT_FILE = re.compile(r"state/session/session_layout\.[ch]pp$")
# Calls that act with somebody's rights, or change them: each appears only in files where that was thought through
# (ARCHITECTURE, "Whose rights"). Mode and owner are set through the descriptor that created the file.
GUARDED_CALLS = (
    (
        "chown fchown fchownat lchown chmod fchmod fchmodat",
        (
            "state/session/session.cpp",
            "state/session/new_session.cpp",
            "state/platform/private_directory.cpp",
            "state/session/atomic_file.cpp",
            "state/settle/change_set.cpp",
            "state/settle/ownership.cpp",
            "agents/state/drive/work_copy.cpp",
            "daemon/process/control_socket.cpp",
            "daemon/status/status_board.cpp",
            "daemon/backup/restored_tree.cpp",
            "daemon/service/root_claims.cpp",
        ),
    ),
    ("link linkat", ("state/settle/publish.cpp", "state/settle/staged.cpp", "daemon/commands/state/state.cpp")),
    (
        "setuid setgid seteuid setegid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups initgroups "
        "capset",
        ("state/platform/identity.cpp", "agents/child/start.cpp", "merge/jq/confinement.cpp"),
    ),
    (
        "getpwnam getpwuid getpwnam_r getpwuid_r getgrnam getgrgid getgrnam_r getgrgid_r getgrouplist",
        (
            "state/platform/identity.cpp",
            "state/session/session_access.cpp",
            "agents/child/program.cpp",
            "daemon/service/run_mode.cpp",
            "daemon/config/config.cpp",
            "daemon/service/model_mode.cpp",
            "daemon/backup/account_names.cpp",
        ),
    ),
)
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME)\b")
# English that has to be read twice. The rest of the prose is for reviewers.
BENT_WORDS = re.compile(
    r"\b(?:that is none|whoever|anew|hand(?:s|ing)? in|nothing whe(?:n|re)|of which the|as it stands)\b"
)
PROSE = re.compile(r"^(?:README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs/.*\.md$")
PLAIN_FILES = re.compile(r"(?:\.(?:py|sh|cmake|service|toml)|CMakeLists\.txt|/dev|/\.ci/run)$")
# The page and its tests.
PAGE_FILES = re.compile(r"\.(?:m?js|jsx|css|html)$")
# What would make elements or code of text, or ask another server. Text that agents wrote is only ever text.
MADE_OF_TEXT = re.compile(
    r"\b(?:inner|outer|dangerouslySetInner)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b|\beval\(|new Function\b"
    r"|https?://|\burl\("
)


def file_length(path, text):
    lines = text.count("\n")
    if lines > LINES:
        yield lines, "file-length", f"{lines} lines, at most {LINES}"


def function_length(path, text):
    code, _ = cpp_text.separate(text)
    for first, last in cpp_text.functions(code):
        if last - first + 1 > FUNCTION_LINES:
            yield first, "function-length", f"{last - first + 1} lines, at most {FUNCTION_LINES}"


def include_quotes(path, text):
    for line, quote, target in cpp_text.includes(text):
        ours = "/" in target and target.split("/")[0] in FLOORS
        if quote == "<":
            if ours:
                yield line, "include-quotes", f"{target} is ours: include it with quotes"
        elif not ours:
            yield line, "include-quotes", f"{target}: quotes are for paths from the root, as in state/platform/fd.hpp"


def include_direction(path, text, includable):
    if path.startswith(("tests/", "bench/", "daemon/programs/")):
        return
    here = rooms.room_of(path, includable)
    if here is None:
        yield 1, "no-room", "this folder is no room: CMakeLists.txt has a room() line for each"
        return
    for line, _, target in cpp_text.includes(text):
        there = rooms.room_of(target, includable)
        known = there == here or there in includable[here]
        if target.split("/")[0] in FLOORS and "/" in target and not known:
            yield line, "include-direction", f"{here} may not include {there or target}"


def knows_kind(path, folder):
    if path.startswith(tuple(f"{each}/" for each in (folder, *KIND_FOLDERS[folder]))):
        return True
    file = re.sub(r"\.[ch]pp$", "", path)
    return any(file == each or each.endswith("/") and file.startswith(each) for each in KIND_READERS[folder])


def kind_walls(path, text):
    for line, _, target in cpp_text.includes(text):
        for folder in KIND_FOLDERS:
            if target.startswith(folder + "/") and not knows_kind(path, folder):
                yield line, "kind-wall", f"{target} belongs to one kind of work: only those in KIND_READERS know it"
    code, _ = cpp_text.separate(text)
    for number, line in enumerate(code.split("\n"), 1):
        for found in KIND_NAME.finditer(line):
            if not knows_kind(path, KIND_OF[found[1]]):
                yield number, "kind-wall", f"{found[0]}: this code is the same for all kinds of work"


def empty_nouns(path, text):
    code, _ = cpp_text.separate(text)
    for where, words in [(0, path)] + list(enumerate(code.split("\n"), 1)):
        for word in re.findall(r"\w+", words):
            if EMPTY_NOUN.search(word):
                yield max(where, 1), "empty-noun", f"{word}: name it for what it is"


def header_opening(path, text):
    if path.endswith(".hpp"):
        if not text.startswith("//"):
            yield 1, "header-promise", "a header opens with a comment that says what it promises"
        if not re.search(r"^#pragma once$", text, re.M):
            yield 1, "header-once", "#pragma once is missing"


def layout_names(path, text):
    if path.startswith(("tests/", "bench/")) or LAYOUT_FILE.search(path):
        return
    for line, literal in cpp_text.separate(text)[1]:
        for name in LAYOUT_NAMES:
            if name in literal:
                yield line, "layout-name", f'"{name}" belongs to state/session/session_layout.hpp'


def guarded_calls(path, text):
    if path.startswith(("tests/", "bench/")):
        return
    code, _ = cpp_text.separate(text)
    for names, allowed in GUARDED_CALLS:
        if path in allowed:
            continue
        any_of = "|".join(names.split())
        call = re.compile(rf"(?<![\w.>])(?:::)?\b({any_of})\s*\(|\bSYS_({any_of})\b")
        for number, line in enumerate(code.split("\n"), 1):
            for found in call.finditer(line):
                yield number, "guarded-call", f"{found[1] or found[2]} belongs to {', '.join(allowed)}"


def line_width(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > WIDTH:
            yield number, "line-width", f"{len(line)} characters, at most {WIDTH}"


def unfinished(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        if UNFINISHED.search(line):
            yield number, "unfinished", "finish it, or file it where work is planned"


def bent_words(path, text):
    if path.startswith(("tests/", "bench/")):
        return
    for number, line in enumerate(text.split("\n"), 1):
        if found := BENT_WORDS.search(line):
            yield number, "bent-words", f'"{found[0]}": say it in plain words'


def made_of_text(path, text):
    if not path.startswith("web/src/"):
        return
    for number, line in enumerate(text.split("\n"), 1):
        if found := MADE_OF_TEXT.search(line):
            yield number, "made-of-text", f'"{found[0]}": the page shows text as text, and asks its own server only'


PROSE_RULES = (bent_words,)
ANY_RULES = (line_width, unfinished) + PROSE_RULES
CPP_RULES = ANY_RULES + (
    file_length,
    function_length,
    include_quotes,
    kind_walls,
    empty_nouns,
    header_opening,
    layout_names,
    guarded_calls,
)
PAGE_RULES = ANY_RULES + (file_length, made_of_text)


def files(root):
    for name in ("dev", ".ci/run", "CMakeLists.txt", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        if os.path.exists(os.path.join(root, name)):
            yield name
    for top in FLOORS + ("systemd", "examples", "docs", "web"):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [each for each in folders if each != "node_modules"]
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), root)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def violations(root):
    links = rooms.direct_links(read(root, "CMakeLists.txt"))
    includable = rooms.includable(links)
    if os.path.exists(os.path.join(root, "ARCHITECTURE.md")):
        for line, message in rooms.table_mistakes(links, read(root, "ARCHITECTURE.md")):
            yield "ARCHITECTURE.md", line, "rooms-table", message
    if os.path.exists(os.path.join(root, "docs/operators.md")):
        sources = [path for path in files(root) if path.startswith("tests/") and path.endswith(("_test.cpp", ".txt"))]
        tests = set().union(*(named_tests.tests_in(read(root, path)) for path in sources))
        for line, message in named_tests.missing(read(root, "docs/operators.md"), tests):
            yield "docs/operators.md", line, "named-tests", message
    sources = {path: read(root, path) for path in files(root) if path.endswith((".cpp", ".hpp"))}
    for path, line, message in hidden_constants.hidden(sources, includable):
        yield path, line, "hidden-constant", message
    programs = {path: text for path, text in sources.items() if path.split("/")[0] not in ("tests", "bench")}
    for path, line, message in twin_types.twins(programs):
        yield path, line, "twin-types", message
    for path in files(root):
        is_cpp = path.endswith((".cpp", ".hpp"))
        is_prose = PROSE.search(path)
        is_page = PAGE_FILES.search(path) and path.startswith(("web/", "tests/browser/"))
        if not is_cpp and not is_prose and not is_page and not PLAIN_FILES.search("/" + path):
            continue
        text = read(root, path)
        if is_cpp:
            for line, name, message in include_direction(path, text, includable):
                yield path, line, name, message
        rules = CPP_RULES if is_cpp else PROSE_RULES if is_prose else PAGE_RULES if is_page else ANY_RULES
        for rule in rules:
            for line, name, message in rule(path, text):
                yield path, line, name, message


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(violations(sys.argv[1]))
    for path, line, name, message in found:
        print(f"{path}:{line}: {name}: {message}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
