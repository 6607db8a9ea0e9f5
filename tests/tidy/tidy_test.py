#!/usr/bin/env python3
"""Checks that each rule of tidy.py catches its violation, and that none complains about what is allowed."""

import os
import shutil
import sys
import tempfile

import cpp_text
import hidden_constants
import tidy
import twin_types

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
HEADER = "// A promise.\n#pragma once\n"
LONG_BODY = "  x();\n" * 60
UNDONE = "TO" + "DO"

# (rule, file, content): the content breaks exactly this rule.
CAUGHT = [
    ("named-tests", "docs/operators.md", "| metrics | `artifactctl metrics` | `Metrics.CountNothing` |\n"),
    ("file-length", "state/text/long.cpp", "int x;\n" * 301),
    ("file-length", "web/src/long.jsx", "x()\n" * 301),
    ("line-width", "web/src/wide.css", "/* " + "x" * 120 + " */\n"),
    ("line-width", "tests/browser/a_test.mjs", "// " + "x" * 120 + "\n"),
    ("unfinished", "web/src/a.js", f"// {UNDONE}\n"),
    ("bent-words", "web/src/a.js", "// whoever reads this\n"),
    ("made-of-text", "web/src/a.js", "element.innerHTML = text\n"),
    ("made-of-text", "web/src/a.jsx", "<p dangerouslySetInnerHTML={{ __html: text }} />\n"),
    ("made-of-text", "web/src/a.css", "@import 'https://example.org/x.css';\n"),
    ("function-length", "state/text/f.cpp", "void f() {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/text/f.cpp",
     "namespace a {\nstruct B {\n  int f() const {\n" + LONG_BODY + "}\n};\n}\n"),
    ("function-length", "state/text/f.cpp", "A::A() : a_{1}, b_(2) {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/text/f.cpp", "A::A()\n    : a_{1} {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/text/f.cpp", "template <class T>\nT f(T t) {\n  if (t) {\n" + LONG_BODY + "  }\n}\n"),
    ("function-length", "state/text/f.cpp", "auto const f = [](int a) {\n" + LONG_BODY + "};\n"),
    ("function-length", "state/text/f.cpp",
     "void f() {\n  char const* a = \"}\"; char b = '}'; // }\n" + LONG_BODY + "}\n"),
    ("function-length", "state/text/f.cpp", 'auto const x = R"({)";\nvoid f() {\n' + LONG_BODY + "}\n"),
    ("function-length", "tests/a_test.cpp", "TEST(A, B) {\n" + LONG_BODY + "}\n"),
    ("no-room", "state/a.cpp", "int x;\n"),
    ("rooms-table", "ARCHITECTURE.md", "| `state/json` | Texts. | `merge/kg` |\n"),
    ("include-direction", "state/json/a.cpp", '#include "state/session/session.hpp"\n'),
    ("include-direction", "agents/rule/a.cpp", '#include "state/database/sqlite.hpp"\n'),
    ("include-direction", "state/text/a.cpp", '#include "merge/graph/graph_draft.hpp"\n'),
    ("include-direction", "merge/graph/a.cpp", '#include "watchers/scan.hpp"\n'),
    ("include-direction", "watchers/a.cpp", '#include "merge/graph/graph_draft.hpp"\n'),
    ("include-direction", "watchers/a.cpp", '#include "agents/model/model.hpp"\n'),
    ("include-direction", "merge/graph/a.cpp", '# include "daemon/process/loop.hpp"\n'),
    ("include-direction", "daemon/settling/a.cpp", '#include "tests/support/scratch_dir.hpp"\n'),
    ("kind-wall", "daemon/settling/reconcile.cpp", '#include "merge/kg/kg_work.hpp"\n'),
    ("kind-wall", "daemon/service/a.cpp", '#include "merge/kg/unite.hpp"\n'),
    ("kind-wall", "daemon/commands/status/a.cpp", '#include "agents/edit/edit_kind.hpp"\n'),
    ("kind-wall", "daemon/commands/status/status.cpp", "bool b = kind == rule_kind;\n"),
    ("kind-wall", "state/settle/a.cpp", "auto s = state_signal();\n"),
    ("include-quotes", "merge/graph/a.cpp", "#include <state/platform/fd.hpp>\n"),
    ("include-quotes", "merge/graph/a.cpp", '#include "graph.hpp"\n'),
    ("include-quotes", "merge/graph/a.cpp", '#include "../state/fd.hpp"\n'),
    ("empty-noun", "state/text/a.cpp", "class LockManager;\n"),
    ("empty-noun", "state/text/a.cpp", "void path_helper();\n"),
    ("empty-noun", "state/text/a.cpp", "namespace utils {}\n"),
    ("empty-noun", "state/text/a.cpp", "struct SignalProcessor;\n"),
    ("empty-noun", "state/text/json_util.cpp", "int x;\n"),
    ("bent-words", "state/text/a.cpp", "// An answer that is none.\n"),
    ("bent-words", "state/text/a.cpp", 'auto x = "It is judged anew.";\n'),
    ("bent-words", "docs/a.md", "It tells whoever asks.\n"),
    ("header-promise", "state/text/a.hpp", "#pragma once\n"),
    ("header-once", "state/text/a.hpp", "// A promise.\n"),
    ("layout-name", "merge/graph/a.cpp", 'auto x = "knowledge-graph.json";\n'),
    ("guarded-call", "merge/graph/a.cpp", "int x = ::fchmod(fd, 0644);\n"),
    ("guarded-call", "state/text/a.cpp", "auto x = syscall(SYS_setfsuid, 0);\n"),
    ("guarded-call", "daemon/settling/a.cpp", "auto* x = getpwuid(0);\n"),
    ("guarded-call", "state/settle/change_set.cpp", "int x = ::linkat(a, b, c, d, 0);\n"),
    ("layout-name", "daemon/settling/a.cpp", 'auto x = "/.artifactd/work";\n'),
    ("layout-name", "state/text/a.cpp", 'auto x = R"(.kg-merge.lock)";\n'),
    ("layout-name", "state/text/a.cpp", 'auto x = name + ".retry-instructions.json";\n'),
    ("line-width", "state/text/a.cpp", "int " + "x" * 117 + ";\n"),
    ("line-width", "dev", "# " + "x" * 120 + "\n"),
    ("unfinished", "state/text/a.cpp", f"// {UNDONE}: later\n"),
    ("unfinished", "systemd/a.service", f"# {UNDONE}\n"),
]

# (file, content) that must pass.
ALLOWED = [
    ("state/text/full.cpp", "int x;\n" * 300),
    ("state/text/f.cpp", "void f() {\n" + "  x();\n" * 58 + "}\n"),
    ("state/text/f.cpp", "void f() {\n" + "  x();\n" * 50 + "}\n\nvoid g() {\n" + "  x();\n" * 50 + "}\n"),
    ("state/text/f.cpp", "constexpr std::array<Row, 70> table{{\n" + "  {1, f(2)},\n" * 70 + "}};\n"),
    ("state/text/f.cpp", "Row const rows[] = {\n" + "  {1, f(2)},\n" * 70 + "};\n"),
    ("state/text/f.cpp", "class A : public B {\n" + "  void f();\n" * 70 + "};\n"),
    ("state/text/f.cpp", "enum class A : std::uint8_t {\n" + "  a,\n" * 70 + "};\n"),
    ("state/text/f.cpp", 'extern "C" {\n' + "void f();\n" * 70 + "}\n"),
    ("daemon/settling/a.cpp", '#include "watchers/scan.hpp"\n#include "state/json/scan.hpp"\n#include <sys/stat.h>\n'),
    ("tests/a_test.cpp", '#include "daemon/process/loop.hpp"\nauto x = "knowledge-graph.json";\n'),
    ("state/text/a.cpp", "// no manager, \"helper\" or util here: utilise(processing, interprocess);\n"),
    ("daemon/programs/kind_list.cpp", '#include "merge/kg/kg_work.hpp"\nauto x = kg_kind;\n'),
    ("agents/edit/a.cpp", '#include "merge/kg/kg_kind.hpp"\n'),
    ("daemon/commands/state/state.cpp", "auto s = state_signal();\n"),
    ("state/session/session_layout.cpp", 'auto x = ".kg-merge.lock";\n'),
    ("state/settle/change_set.cpp", "int x = ::fchmod(fd, 0644);\n"),
    ("state/text/a.cpp", "int x = list.link(1) + unlink(2); // chmod(3)\n"),
    ("tests/a.cpp", "int x = ::chown(a, 1, 2);\n"),
    ("merge/graph/a.cpp", "// knowledge-graph.json is named by the layout\n"),
    ("state/text/a.hpp", HEADER),
    ("state/text/a.cpp", "int " + "x" * 115 + ";\n"),
]


def rules_broken(path, text):
    with tempfile.TemporaryDirectory() as root:
        shutil.copy(os.path.join(PROJECT, "CMakeLists.txt"), root)
        file = os.path.join(root, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        return {name for _, _, name, _ in tidy.violations(root)}


def main():
    failures = []
    for rule, path, text in CAUGHT:
        if rules_broken(path, text) != {rule}:
            failures.append(f"{rule} expected, {rules_broken(path, text)} found: {path}: {text[:60]!r}")
    for path, text in ALLOWED:
        if rules_broken(path, text):
            failures.append(f"nothing expected, {rules_broken(path, text)} found: {path}: {text[:60]!r}")
    if cpp_text.functions("int f() {\n  return 1;\n}\n\nint g() { return 2; }\n") != [(1, 3), (5, 5)]:
        failures.append("functions() gives wrong lines")
    shared = "namespace artifactd {\n\ninline constexpr int most = 8;\n\n} // namespace artifactd\n"
    own = "namespace artifactd::text {\n\nnamespace {\n\nconstexpr int most = 2;\n\n} // namespace\n"
    texts = {"state/vocabulary/a.hpp": shared, "state/text/b.cpp": own, "state/platform/c.cpp": own}
    links = {"state/text": {"state/vocabulary"}, "state/vocabulary": set(), "state/platform": set()}
    found = [(path, line) for path, line, _ in hidden_constants.hidden(texts, links)]
    if found != [("state/text/b.cpp", 5)]:
        failures.append(f"hidden() finds {found}")
    other = "namespace artifactd {\n\nclass Watch {\n};\n\nnamespace {\nstruct Own {\n};\n} // namespace\n"
    texts = {
        "state/text/a.hpp": "namespace artifactd {\n\nstruct Watch {\n};\nstruct Own;\n\n} // namespace artifactd\n",
        "state/text/b.hpp": "namespace artifactd::text {\n\nstruct Watch {\n};\n\n} // namespace artifactd::text\n",
        "state/text/c.cpp": other,
        "state/text/d.cpp": "namespace artifactd {\n\nnamespace {\nstruct Own {\n};\n} // namespace\n",
    }
    found = [(path, line) for path, line, _ in twin_types.twins(texts)]
    if found != [("state/text/c.cpp", 3)]:
        failures.append(f"twins() finds {found}")
    print("\n".join(failures) or f"{len(CAUGHT)} violations caught, {len(ALLOWED)} allowed files passed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
