"""Finds constants that hide others. Many files of a room are compiled as one (CMAKE_UNITY_BUILD). There a constant in
the unnamed namespace of one file hides a header's constant of that name from the unnamed namespaces of all others.
"""

import re

import cpp_text
import rooms

CONSTANT = re.compile(r"^(?:inline |static )*const(?:expr|init)? [^=({]*?(\w+)(?:\[\])? ?[={]")


def constants(text, unnamed):
    """(line, name, namespace) of the constants in unnamed namespaces, or of those outside."""
    for number, line, inside in cpp_text.lines_in_namespaces(text):
        if (found := CONSTANT.match(line)) and ("" in inside) == unnamed:
            yield number, found[1], "::".join(filter(None, inside))


def hidden(texts, includable):
    """(path, line, message) of each that hides a header's; `texts` are the sources by path."""
    shared = {}
    for path, text in texts.items():
        if path.endswith(".hpp"):
            for _, name, namespace in constants(text, unnamed=False):
                shared.setdefault(name, []).append((namespace, path))
    for path, text in texts.items():
        room = rooms.room_of(path, includable)
        if room is None or not path.endswith(".cpp"):
            continue
        for line, name, namespace in constants(text, unnamed=True):
            for outer, header in shared.get(name, ()):
                there = rooms.room_of(header, includable)
                if (namespace + "::").startswith(outer + "::") and (there == room or there in includable[room]):
                    yield path, line, f"{name} hides that of {header} from files compiled together with this one"
