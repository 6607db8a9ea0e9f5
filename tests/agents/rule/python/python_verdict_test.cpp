#include "agents/rule/python/python_verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd::extraction {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> const samples{"/data/acme/2024-01-15/report.csv", "/data/other/x.txt"};

PythonVerdict vetted(std::string_view text, std::vector<std::string> const& paths = samples) {
  auto verdict = judge_python(PythonSource::whole("rules/x.py", text), paths, {});
  if (!verdict) {
    ADD_FAILURE() << verdict.error().message;
    return {};
  }
  return *std::move(verdict);
}

/// The only finding; a placeholder if there is not exactly one.
Finding only(PythonVerdict const& verdict) {
  EXPECT_EQ(verdict.findings.size(), 1u);
  return verdict.findings.empty() ? Finding{} : verdict.findings.front();
}

constexpr std::string_view good = R"python(from __future__ import annotations
import re
import os.path
from collections import abc
from dataclasses import dataclass, asdict
from datetime import date, datetime
from os import path as osp
from pathlib import Path
from urllib.parse import unquote
import math, json, uuid, hashlib, base64, string, enum, typing, fnmatch, time, collections

@dataclass
class Row:
    tenant: str
    day: str | None = None

    def __post_init__(self):
        self.tenant = self.tenant.upper()

def extract(path: str) -> dict:
    print("talk", flush=True)
    match = re.compile(r"(\d{4})-(\d\d)-(\d\d)").search(path)
    if not match:
        return {}
    row = Row(Path(path).parts[2], date(*map(int, match.groups())).isoformat())
    return {**asdict(row), "é": os.path.basename(path), "n": [1, 2.5, None, True, (1,)]}

if __name__ == "__main__":
    print(extract("/x"))
)python";

TEST(PythonVerdict, AcceptsAnExtractorAndShowsWhatItFinds) {
  auto const verdict = vetted(good);
  EXPECT_THAT(verdict.findings, IsEmpty()) << to_terminal(verdict.findings.front(), Colour::off);
  EXPECT_THAT(verdict.interpreter, StartsWith("Python 3."));
  ASSERT_EQ(verdict.preview.size(), 2u);
  EXPECT_EQ(verdict.preview[0].path, samples[0]);
  EXPECT_EQ(verdict.preview[0].record,
            R"({"tenant": "ACME", "day": "2024-01-15", "é": "report.csv", "n": [1, 2.5, null, true, [1]]})");
  EXPECT_EQ(verdict.preview[1].record, "{}");
}

TEST(PythonVerdict, RunsAtMostFiveSamplesEachAfresh) {
  auto const verdict = vetted("n = []\ndef extract(p):\n  n.append(p)\n  return {'n': len(n)}\n",
                              std::vector<std::string>(7, "/a"));
  ASSERT_EQ(verdict.preview.size(), 5u);
  for (auto const& each : verdict.preview)
    EXPECT_EQ(each.record, R"({"n": 1})");
  EXPECT_THAT(vetted("def extract(p): return {}", {}).findings, IsEmpty());
}

TEST(PythonVerdict, PointsAtTheByteThatIsNotUtf8BeforeAnyInterpreter) {
  for (std::string_view const text : {"x = '\xff'\n", "x = '\xe2\x82", "x = '\xc0\xaf'"}) {
    auto const finding = only(vetted(text));
    EXPECT_EQ(finding.code, "ENCODING_ERROR");
    EXPECT_EQ(finding.byte, 5u);
    EXPECT_EQ(finding.message, "invalid UTF-8 sequence at position 5");
  }
  auto const wide = only(vetted(std::string_view("\xff\xfe"
                                                 "d\0e\0",
                                                 6)));
  EXPECT_EQ(wide.found, "UTF-16LE");
  EXPECT_THAT(vetted("\xEF\xBB\xBF"
                     "def extract(p): return {'a': 1}")
                  .findings,
              IsEmpty());
}

TEST(PythonVerdict, SyntaxErrorsHaveAPlaceAndNameTheInterpreter) {
  auto const finding = only(vetted("def extract(path):\n    é = 'é' é\n    return {}\n"));
  EXPECT_EQ(finding.code, "PYTHON_SYNTAX_ERROR");
  EXPECT_EQ(finding.tier, Tier::syntax);
  EXPECT_EQ(finding.file, "rules/x.py");
  EXPECT_EQ(finding.line, 2u);
  EXPECT_EQ(finding.column, 13u);
  EXPECT_EQ(finding.byte, 33u);
  EXPECT_THAT(finding.message, StartsWith("line 2: "));
  EXPECT_THAT(finding.message, HasSubstr("(Python 3."));
  EXPECT_THAT(finding.excerpt, HasSubstr("é = 'é' é"));
  // Treated as data, never pasted into code.
  for (auto const text : std::initializer_list<std::string_view>{
           "''' + __import__('os').system('x') + '''", "return 1", std::string_view("x\0y", 3),
           "def f(:", "\t x\n  y", "def extract(p):\n return f'{p!z}'", "# -*- coding: nonsense -*-\nx = (",
           "await f()"})
    EXPECT_TRUE(!vetted(text).findings.empty()) << text;
  EXPECT_THAT(vetted("# -*- coding: latin-1 -*-\ndef extract(p): return {'a': '\\n'}").findings, IsEmpty());
}

TEST(PythonVerdict, SourceThatBringsTheCompilerDownIsASyntaxError) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "-";
  std::string attributes = "x = a";
  for (int i = 0; i < 200'000; ++i)
    attributes += ".a";
  std::string statements;
  for (int i = 0; i < 120; ++i)
    statements += std::string(static_cast<std::size_t>(i), ' ') + "if 1:\n";
  for (auto const& text :
       {std::string(100'000, '('), deep + "1", attributes, statements + std::string(120, ' ') + "x",
        "x = " + std::string(100'000, '9'), std::string(10'000'000, '[')}) {
    auto const verdict = vetted(text);
    ASSERT_FALSE(verdict.findings.empty()) << text.substr(0, 20);
    EXPECT_EQ(verdict.findings.front().code, "PYTHON_SYNTAX_ERROR") << text.substr(0, 20);
  }
}

TEST(PythonVerdict, CountsLinesInWhatTheModelSaid) {
  std::string_view const raw = "Here it is:\n\n```python\ndef extract(path):\n    return 1/0\n```\n";
  auto const begin = raw.find("def");
  PythonSource source{"x.py", raw, {begin, raw.find("\n```\n")}};
  auto verdict = judge_python(source, samples, {});
  ASSERT_TRUE(verdict);
  auto finding = only(*verdict);
  EXPECT_EQ(finding.line, 5u);
  EXPECT_THAT(finding.excerpt, HasSubstr("return 1/0"));
  EXPECT_THAT(finding.hint, HasSubstr("line 5, in extract"));
  source.code = {raw.find("return"), raw.find("\n```\n")};
  verdict = judge_python(source, samples, {});
  ASSERT_TRUE(verdict);
  finding = only(*verdict);
  EXPECT_EQ(finding.line, 5u);
  EXPECT_EQ(finding.byte, raw.find("return"));
}

struct Refused {
  std::string_view text;
  std::string_view word; ///< the start of the message
  std::string_view name;
};

TEST(PythonVerdict, Tier2NamesWhatAnExtractorMayNotUse) {
  constexpr std::string_view import = "forbidden_import: ";
  constexpr std::string_view builtin = "forbidden_builtin: ";
  constexpr std::string_view attribute = "forbidden_attribute: ";
  for (auto const& [text, word, name] : std::initializer_list<Refused>{
           {"import subprocess", import, "subprocess"},
           {"import os", import, "os"},
           {"import re, socket", import, "socket"},
           {"import urllib.request", import, "urllib.request"},
           {"import urllib", import, "urllib"},
           {"from os import system", import, "os.system"},
           {"from urllib import request", import, "urllib.request"},
           {"from . import x", import, "."},
           {"from ctypes import CDLL", import, "ctypes"},
           {"from builtins import open as o", import, "builtins"},
           {"from pathlib import os", import, "pathlib.os"},
           {"from enum import sys as s", import, "enum.sys"},
           {"def f():\n  import pickle", import, "pickle"},
           {"from json import __builtins__ as b", attribute, "__builtins__"},
           {"import os.path\nos.system('x')", attribute, "os.system"},
           {"import os.path\nx = os", attribute, "os"},
           {"import os.path as p\np.os.system('x')", attribute, "os.path.os"},
           {"from os import path\npath.sys", attribute, "os.path.sys"},
           {"import pathlib\npathlib.os", attribute, "pathlib.os"},
           {"import urllib.parse\nurllib.request", attribute, "urllib.request"},
           {"().__class__", attribute, "__class__"},
           {"x = 1\nmatch x:\n  case int(__class__=c): pass", attribute, "__class__"},
           {"open('x')", builtin, "open"},
           {"f = eval", builtin, "eval"},
           {"[exec]", builtin, "exec"},
           {"compile('1', '', 'eval')", builtin, "compile"},
           {"input()", builtin, "input"},
           {"breakpoint()", builtin, "breakpoint"},
           {"__import__('os')", builtin, "__import__"},
           {"__builtins__['open']", builtin, "__builtins__"},
           {"globals()", builtin, "globals"},
           {"vars()", builtin, "vars"},
       }) {
    auto const finding = only(vetted("def extract(p): return {}\n" + std::string(text)));
    EXPECT_EQ(finding.code, "SCHEMA_VIOLATION") << text;
    EXPECT_EQ(finding.tier, Tier::schema);
    EXPECT_THAT(finding.message, StartsWith(std::string(word))) << text;
    EXPECT_EQ(finding.found, name) << text;
  }
}

TEST(PythonVerdict, Tier2WantsOneExtractWithOneRequiredParameter) {
  for (std::string_view const text :
       {"def extract(path): return {'a': 1}", "def extract(path, /): return {'a': 1}",
        "def extract(path: str, limit: int = 3, *rest, flag=False, **more) -> dict: return {'a': 1}",
        "def extract(): pass\ndef extract(p): return {'a': 1}",
        "extract = None\ndef extract(p): return {'a': 1}"})
    EXPECT_THAT(vetted(text).findings, IsEmpty()) << text;
  for (auto const& [text, word, name] : std::initializer_list<Refused>{
           {"", "missing_extract", ""},
           {"def extrakt(path): return {}", "missing_extract", ""},
           {"class A:\n  def extract(path): return {}", "missing_extract", ""},
           {"if True:\n  def extract(path): return {}", "missing_extract", ""},
           {"def extract(): return {}", "bad_signature", ""},
           {"def extract(a, b): return {}", "bad_signature", ""},
           {"def extract(a='x'): return {}", "bad_signature", ""},
           {"def extract(*a): return {}", "bad_signature", ""},
           {"def extract(a, *, b): return {}", "bad_signature", ""},
           {"async def extract(path): return {}", "bad_signature", ""},
           {"extract = lambda path: {}", "bad_signature", ""},
           {"def extract(p): return {}\nextract: object = print", "bad_signature", ""},
           {"class extract:\n  def __init__(self, p): pass", "bad_signature", ""},
           {"from re import match as extract", "bad_signature", ""},
       })
    EXPECT_THAT(only(vetted(text)).message, StartsWith(std::string(word) + ": ")) << text;
}

TEST(PythonVerdict, Tier2ReportsEverythingInTheOrderOfTheText) {
  auto const verdict = vetted("import socket\nx = eval\ny = x.__dict__\n");
  std::vector<std::size_t> lines;
  for (auto const& finding : verdict.findings)
    lines.push_back(finding.line.value_or(0));
  EXPECT_THAT(lines, ElementsAre(1, 1, 2, 3));
  EXPECT_EQ(verdict.findings[2].excerpt.substr(0, 8), "x = eval");
  std::string many = "def extract(p): return {}\n";
  for (int i = 0; i < 5000; ++i)
    many += "eval\n";
  EXPECT_EQ(vetted(many).findings.size(), 100u);
}

} // namespace
} // namespace artifactd::extraction
