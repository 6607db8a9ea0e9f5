"""What the tidy rules see of a C++ file: comments blanked out, literals emptied and listed, bodies of functions.
Line numbers stay those of the file. Good for formatted code; it is a scanner, not a parser."""

import re

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<mark>[^()\\ ]*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<text>(?:[^"\\\n]|\\.)*)"'
    r"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)*'",
    re.S,
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
NAMESPACE = re.compile(r"^(?:inline )?namespace ([\w:]*) ?\{")
SCOPE = re.compile(r'\b(?:namespace|class|struct|union|enum|extern\s*"")\b[^()]*$')


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def lines_in_namespaces(text):
    """(number, line, names of the namespaces it is in, "" for an unnamed one) of each line, in formatted code."""
    inside = []
    for number, line in enumerate(text.splitlines(), 1):
        if opened := NAMESPACE.match(line):
            inside.append(opened[1])
        elif line.startswith("} // namespace") and inside:
            inside.pop()
        else:
            yield number, line, list(inside)


def includes(text):
    """(line, quote or angle bracket, path) of every #include."""
    return [(line_of(text, m.start()), m[1], m[2]) for m in INCLUDE.finditer(text)]


def separate(text):
    """The text without comments and with empty literals, and the literals as (line, content)."""
    literals = []

    def replace(match):
        if match[0].startswith("/"):
            return blank(match[0])
        content = match["raw"] if match["raw"] is not None else match["text"]
        if content is None:
            return "'" + blank(match[0][1:-1]) + "'"
        literals.append((line_of(text, match.start()), content))
        return '""' + blank(match[0][2:])

    hidden = INCLUDE.sub(lambda m: blank(m[0]), text)
    return TOKEN.sub(replace, hidden), literals


def introduces_function(introducer):
    introducer = re.sub(r"\balignas\([^)]*\)", "", introducer)
    introducer = re.sub(r"\btemplate\s*<[^{}]*?>\s*(?=[\w\[:])", "", introducer)
    return "(" in introducer and not SCOPE.search(introducer) and not introducer.endswith(("=", ",", "("))


def functions(code):
    """(first line, last line) of every function that is not inside another, from its introduction to its end."""
    code = DIRECTIVE.sub(lambda m: blank(m[0]), code)
    found, start, position = [], 0, 0
    while position < len(code):
        character = code[position]
        if character in ";}":
            start = position + 1
        elif character == "{":
            introducer = code[start:position]
            initialises = position > 0 and (code[position - 1].isalnum() or code[position - 1] in "_>{")
            if initialises or introduces_function(introducer.strip()):
                end = closing_brace(code, position)
                if not initialises:
                    first = start + len(introducer) - len(introducer.lstrip())
                    found.append((line_of(code, first), line_of(code, end)))
                    start = end + 1
                position = end
            else:
                start = position + 1
        position += 1
    return found


def closing_brace(code, opening):
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(code) - 1
