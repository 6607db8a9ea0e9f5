#include "agents/rule/python/python_scripts.hpp"

namespace artifactd::extraction {

std::string_view const checker_script = R"python(
import ast, json, sys

MODULES = frozenset("""__future__ base64 collections collections.abc dataclasses datetime enum fnmatch hashlib json
    math os.path pathlib re string time typing urllib.parse uuid""".split())
# Of these only one submodule is allowed, though importing that binds the whole.
ONLY = {"os": "path", "urllib": "parse"}
BUILTINS = frozenset("""__build_class__ __builtins__ __import__ __loader__ __spec__ breakpoint compile eval exec
    globals input open vars""".split())
MOST = 100

def is_dunder(name):
    return len(name) > 4 and name.startswith("__") and name.endswith("__")

def is_allowed(module):
    return module in MODULES or module.split(".")[0] in MODULES

def is_foreign_module(name, full):
    return name in sys.stdlib_module_names and name not in MODULES and full not in MODULES

class Source:
    def __init__(self, text):
        self.lines = text.encode().splitlines(True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def fault(self, line, offset, message, **more):
        line = min(max(line, 1), len(self.starts))
        text = self.lines[line - 1] if line <= len(self.lines) else b""
        offset = min(max(offset, 0), len(text))
        column = len(text[:offset].decode("utf-8", "ignore")) + 1
        return {"line": line, "column": column, "byte": self.starts[line - 1] + offset,
                "message": message, **more}

    def syntax(self, error):
        line = getattr(error, "lineno", None) or 1
        characters = max((getattr(error, "offset", None) or 1) - 1, 0)
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else b""
        offset = len(text.decode("utf-8")[:characters].encode())
        said = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}"
        return self.fault(line, offset, said[:500])

class Scan:
    def __init__(self, source, tree):
        self.source = source
        self.faults = []
        self.modules = {}  # name bound to a module: which
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                self.look_at_import(node)
            elif isinstance(node, ast.ImportFrom):
                self.look_at_import_from(node)
        owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Attribute):
                self.look_at_attribute(node)
            elif isinstance(node, ast.Name):
                self.look_at_name(node, id(node) in owners)
            elif isinstance(node, ast.MatchClass):
                for name in filter(is_dunder, node.kwd_attrs):
                    self.dunder(node, name)
        self.look_for_extract(tree.body, nodes)
        self.faults.sort(key=lambda fault: fault["byte"])

    def add(self, node, word, name, message, hint):
        self.faults.append(self.source.fault(node.lineno, node.col_offset, message,
                                             word=word, name=name[:200], hint=hint))

    def refuse_import(self, node, module):
        self.add(node, "forbidden_import", module, f"the module {module[:200]} is not available to an extractor",
                 "Use only these: " + ", ".join(sorted(MODULES)) + ".")

    def dunder(self, node, name):
        self.add(node, "forbidden_attribute", name, f"the attribute {name} reaches into the interpreter",
                 "An extractor needs no double-underscore attributes; write it without them.")

    def look_at_import(self, node):
        for alias in node.names:
            if not is_allowed(alias.name):
                self.refuse_import(node, alias.name)
            elif alias.asname:
                self.modules[alias.asname] = alias.name
            else:
                root = alias.name.split(".")[0]
                self.modules[root] = root

    def look_at_import_from(self, node):
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            full = f"{module}.{alias.name}"
            if ONLY.get(module) == alias.name or full in MODULES:
                self.modules[alias.asname or alias.name] = full
            elif node.level or module in ONLY or not is_allowed(module):
                self.refuse_import(node, full if module in ONLY else module)
                if module not in ONLY:
                    return
            elif is_foreign_module(alias.name, full):
                self.refuse_import(node, full)
            elif is_dunder(alias.name):
                self.dunder(node, alias.name)

    def full_name(self, node):
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.modules:
            return None
        return ".".join([self.modules[node.id]] + names[::-1])

    def look_at_attribute(self, node):
        if is_dunder(node.attr):
            return self.dunder(node, node.attr)
        full = self.full_name(node)
        if full is None:
            return
        owner = full.rpartition(".")[0]
        if is_foreign_module(node.attr, full) or ONLY.get(owner, node.attr) != node.attr:
            self.add(node, "forbidden_attribute", full, f"{full[:200]} is not available to an extractor",
                     "Only os.path, urllib.parse and the other allowed modules themselves may be used.")

    def look_at_name(self, node, owns_attribute):
        if node.id in BUILTINS:
            self.add(node, "forbidden_builtin", node.id, f"the builtin {node.id} is not available to an extractor",
                     "Extractors get the path only; they may not open files." if node.id == "open" else
                     "An extractor only works on the path it is given; if this is a variable, rename it.")
        elif not owns_attribute and self.modules.get(node.id) in ONLY and isinstance(node.ctx, ast.Load):
            name = self.modules[node.id]
            self.add(node, "forbidden_attribute", name, f"the module {name} itself is not available to an extractor",
                     f"Use {name}.{ONLY[name]}.")

    def look_for_extract(self, body, nodes):
        bound = None
        for node in body:
            if "extract" in bound_names(node):
                bound = node
        expected = "Write it as: def extract(path: str) -> dict:"
        if bound is None:
            inner = [node for node in nodes
                     if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "extract"]
            where = inner[0] if inner else ast.Pass(lineno=1, col_offset=0)
            self.add(where, "missing_extract", "extract", "there is no function extract at the top level", expected)
        elif not isinstance(bound, ast.FunctionDef):
            self.add(bound, "bad_signature", "extract",
                     "extract is not a plain function (async, lambda, class and import are not)", expected)
        else:
            arguments = bound.args
            required = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
            if required != 1 or None in arguments.kw_defaults:
                keywords = arguments.kw_defaults.count(None)
                self.add(bound, "bad_signature", "extract",
                         f"extract has {required + keywords} required parameters, but it is called with one: the path",
                         expected)

def bound_names(node):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]

def main():
    version = ".".join(map(str, sys.version_info[:3]))
    text = sys.stdin.buffer.read().decode("utf-8")
    source = Source(text)
    reply = {"python": version, "syntax": None, "faults": []}
    try:
        # Some errors ("return" outside a function) only show when the code is compiled.
        compile(text, "extractor.py", "exec", dont_inherit=True)
        tree = compile(text, "extractor.py", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        reply["syntax"] = source.syntax(error)
    else:
        reply["faults"] = Scan(source, tree).faults[:MOST]
    data = json.dumps(reply).encode()
    while data:
        data = data[os.write(3, data):]

main()
)python";

} // namespace artifactd::extraction
