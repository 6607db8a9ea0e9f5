#!/usr/bin/env python3
"""Checks that each rule of tidy.py catches its violation, and that none complains about what is allowed."""

import os
import sys
import tempfile

import cpp_text
import tidy

HEADER = "// A promise.\n#pragma once\n"
LONG_BODY = "  x();\n" * 60
UNDONE = "TO" + "DO"

# (rule, file, content): the content breaks exactly this rule.
CAUGHT = [
    ("file-length", "state/long.cpp", "int x;\n" * 301),
    ("function-length", "state/f.cpp", "void f() {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/f.cpp", "namespace a {\nstruct B {\n  int f() const {\n" + LONG_BODY + "}\n};\n}\n"),
    ("function-length", "state/f.cpp", "A::A() : a_{1}, b_(2) {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/f.cpp", "A::A()\n    : a_{1} {\n" + LONG_BODY + "}\n"),
    ("function-length", "state/f.cpp", "template <class T>\nT f(T t) {\n  if (t) {\n" + LONG_BODY + "  }\n}\n"),
    ("function-length", "state/f.cpp", "auto const f = [](int a) {\n" + LONG_BODY + "};\n"),
    ("function-length", "state/f.cpp", "void f() {\n  char const* a = \"}\"; char b = '}'; // }\n" + LONG_BODY + "}\n"),
    ("function-length", "state/f.cpp", 'auto const x = R"({)";\nvoid f() {\n' + LONG_BODY + "}\n"),
    ("function-length", "tests/a_test.cpp", "TEST(A, B) {\n" + LONG_BODY + "}\n"),
    ("include-direction", "state/a.cpp", '#include "merge/graph.hpp"\n'),
    ("include-direction", "merge/a.cpp", '#include "watchers/scan.hpp"\n'),
    ("include-direction", "watchers/a.cpp", '#include "merge/graph.hpp"\n'),
    ("include-direction", "watchers/a.cpp", '#include "agents/model.hpp"\n'),
    ("include-direction", "merge/a.cpp", '# include "daemon/loop.hpp"\n'),
    ("include-direction", "daemon/a.cpp", '#include "tests/support/scratch_dir.hpp"\n'),
    ("kind-wall", "daemon/reconcile.cpp", '#include "merge/kg/kg_work.hpp"\n'),
    ("kind-wall", "merge/a.cpp", '#include "merge/kg/unite.hpp"\n'),
    ("kind-wall", "agents/rule/a.cpp", '#include "agents/edit/edit_kind.hpp"\n'),
    ("kind-wall", "daemon/commands/status.cpp", "bool b = kind == rule_kind;\n"),
    ("kind-wall", "state/settle/a.cpp", "auto s = state_signal();\n"),
    ("include-quotes", "merge/a.cpp", "#include <state/fd.hpp>\n"),
    ("include-quotes", "merge/a.cpp", '#include "graph.hpp"\n'),
    ("include-quotes", "merge/a.cpp", '#include "../state/fd.hpp"\n'),
    ("empty-noun", "state/a.cpp", "class LockManager;\n"),
    ("empty-noun", "state/a.cpp", "void path_helper();\n"),
    ("empty-noun", "state/a.cpp", "namespace utils {}\n"),
    ("empty-noun", "state/a.cpp", "struct SignalProcessor;\n"),
    ("empty-noun", "state/json_util.cpp", "int x;\n"),
    ("bent-words", "state/a.cpp", "// An answer that is none.\n"),
    ("bent-words", "state/a.cpp", 'auto x = "It is judged anew.";\n'),
    ("bent-words", "docs/a.md", "It tells whoever asks.\n"),
    ("header-promise", "state/a.hpp", "#pragma once\n"),
    ("header-once", "state/a.hpp", "// A promise.\n"),
    ("layout-name", "merge/a.cpp", 'auto x = "knowledge-graph.json";\n'),
    ("guarded-call", "merge/a.cpp", "int x = ::fchmod(fd, 0644);\n"),
    ("guarded-call", "state/a.cpp", "auto x = syscall(SYS_setfsuid, 0);\n"),
    ("guarded-call", "daemon/a.cpp", "auto* x = getpwuid(0);\n"),
    ("guarded-call", "state/settle/change_set.cpp", "int x = ::linkat(a, b, c, d, 0);\n"),
    ("layout-name", "daemon/a.cpp", 'auto x = "/.artifactd/work";\n'),
    ("layout-name", "state/a.cpp", 'auto x = R"(.kg-merge.lock)";\n'),
    ("layout-name", "state/a.cpp", 'auto x = name + ".retry-instructions.json";\n'),
    ("line-width", "state/a.cpp", "int " + "x" * 117 + ";\n"),
    ("line-width", "dev", "# " + "x" * 120 + "\n"),
    ("unfinished", "state/a.cpp", f"// {UNDONE}: later\n"),
    ("unfinished", "systemd/a.service", f"# {UNDONE}\n"),
]

# (file, content) that must pass.
ALLOWED = [
    ("state/full.cpp", "int x;\n" * 300),
    ("state/f.cpp", "void f() {\n" + "  x();\n" * 58 + "}\n"),
    ("state/f.cpp", "void f() {\n" + "  x();\n" * 50 + "}\n\nvoid g() {\n" + "  x();\n" * 50 + "}\n"),
    ("state/f.cpp", "constexpr std::array<Row, 70> table{{\n" + "  {1, f(2)},\n" * 70 + "}};\n"),
    ("state/f.cpp", "Row const rows[] = {\n" + "  {1, f(2)},\n" * 70 + "};\n"),
    ("state/f.cpp", "class A : public B {\n" + "  void f();\n" * 70 + "};\n"),
    ("state/f.cpp", "enum class A : std::uint8_t {\n" + "  a,\n" * 70 + "};\n"),
    ("state/f.cpp", 'extern "C" {\n' + "void f();\n" * 70 + "}\n"),
    ("daemon/a.cpp", '#include "watchers/scan.hpp"\n#include "merge/graph.hpp"\n#include <sys/stat.h>\n'),
    ("tests/a_test.cpp", '#include "daemon/loop.hpp"\nauto x = "knowledge-graph.json";\n'),
    ("state/a.cpp", "// no manager, \"helper\" or util here: utilise(processing, interprocess);\n"),
    ("daemon/kind_list.cpp", '#include "merge/kg/kg_work.hpp"\nauto x = kg_kind;\n'),
    ("agents/edit/a.cpp", '#include "merge/kg/kg_kind.hpp"\n'),
    ("daemon/commands/state.cpp", "auto s = state_signal();\n"),
    ("state/session_layout.cpp", 'auto x = ".kg-merge.lock";\n'),
    ("state/settle/change_set.cpp", "int x = ::fchmod(fd, 0644);\n"),
    ("state/a.cpp", "int x = list.link(1) + unlink(2); // chmod(3)\n"),
    ("tests/a.cpp", "int x = ::chown(a, 1, 2);\n"),
    ("merge/a.cpp", "// knowledge-graph.json is named by the layout\n"),
    ("state/a.hpp", HEADER),
    ("state/a.cpp", "int " + "x" * 115 + ";\n"),
]


def rules_broken(path, text):
    with tempfile.TemporaryDirectory() as root:
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
    print("\n".join(failures) or f"{len(CAUGHT)} violations caught, {len(ALLOWED)} allowed files passed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
