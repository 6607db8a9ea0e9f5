"""Finds two types of one name and namespace. Linked into one program, one of them is used for both (the one-definition
rule), and neither the compiler nor the linker says so.
"""

import re

import cpp_text

TYPE = re.compile(r"^(?:struct|class|union|enum class) (\w+)(?: final)?(?: : [^;]*)? ?\{")


def types(text):
    """(line, name with its namespace) of each type that other files could name, too."""
    for number, line, inside in cpp_text.lines_in_namespaces(text):
        if (found := TYPE.match(line)) and "" not in inside:
            yield number, "::".join([*inside, found[1]])


def twins(texts):
    """(path, line, message) of each; `texts` are the sources of the programs by path."""
    known = {}
    for path, text in sorted(texts.items()):
        for line, name in types(text):
            if name in known:
                yield path, line, f"{name} is also a type of {known[name]}: one program cannot have both"
            known.setdefault(name, path)
