#!/usr/bin/env python3
"""Counts what the product consists of, floor by floor: statements, and how long functions are.

    statements.py ROOT    a statement is a semicolon or an opening brace outside of comments and literals
"""

import os
import sys

import cpp_text


def sources(root, floor):
    for folder, _, names in os.walk(os.path.join(root, floor)):
        for name in names:
            if name.endswith((".cpp", ".hpp")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield file.read()


def main():
    lengths = []
    whole = 0
    for floor in ("state", "watchers", "merge", "agents", "daemon"):
        statements = 0
        for text in sources(sys.argv[1], floor):
            code, _ = cpp_text.separate(text)
            statements += code.count(";") + code.count("{")
            lengths += [last - first + 1 for first, last in cpp_text.functions(code)]
        print(f"{floor:<10}{statements:>8}")
        whole += statements
    lengths.sort()
    print(f"{'all':<10}{whole:>8}")
    print(f"functions: median {lengths[len(lengths) // 2]} lines, 90 % {lengths[len(lengths) * 9 // 10]}")


if __name__ == "__main__":
    main()
