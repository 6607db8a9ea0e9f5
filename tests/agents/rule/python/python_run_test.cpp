#include "agents/rule/python/python_run.hpp"
#include "state/platform/fd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

namespace artifactd::extraction {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

PythonRun ran(std::string_view text, std::vector<std::string> const& paths = {"/data/a.csv"},
              SandboxSettings const& settings = {}) {
  auto run = run_samples(PythonSource::whole("rules/x.py", text), paths, settings);
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  return *std::move(run);
}

Finding only(PythonRun const& run) {
  EXPECT_EQ(run.findings.size(), 1u);
  return run.findings.empty() ? Finding{} : run.findings.front();
}

TEST(PythonRun, ShowsWhereAnExceptionCameFrom) {
  auto const finding = only(ran("import re\ndef inner(p):\n    raise ValueError(p)\n\ndef extract(p):\n"
                                "    return {'a': inner(p)}\n"));
  EXPECT_EQ(finding.code, "RUNTIME_ERROR");
  EXPECT_EQ(finding.tier, Tier::semantic);
  EXPECT_EQ(finding.message, "ValueError: /data/a.csv");
  EXPECT_EQ(finding.line, 3u);
  EXPECT_THAT(finding.excerpt, HasSubstr("raise ValueError(p)"));
  EXPECT_THAT(finding.hint, HasSubstr("File \"rules/x.py\", line 6, in extract"));
  EXPECT_EQ(finding.found, "sample /data/a.csv");
}

struct Case {
  std::string_view body; ///< body of extract
  std::string_view message;
};

TEST(PythonRun, AnythingButARecordIsARuntimeError) {
  for (auto const& [body, message] : std::initializer_list<Case>{
           {"return None", "extract() returned NoneType, expected dict"},
           {"pass", "extract() returned NoneType, expected dict"},
           {"return [1]", "extract() returned list, expected dict"},
           {"yield {}", "extract() returned generator, expected dict"},
           {"return {'a': {1}}", "TypeError: Object of type set is not JSON serializable"},
           {"return {'a': float('nan')}", "ValueError: Out of range float values"},
           {"return {'a': float('inf')}", "ValueError: Out of range float values"},
           {"return {1: 2}", "extract() returned a dict with a key of type int, keys must be strings"},
           {"return {'a': [{None: 2}]}", "extract() returned a dict with a key of type NoneType"},
           {"return {'a': '\\ud800'}", "UnicodeEncodeError: "},
           {"d = {}; d['d'] = d; return d", "ValueError: Circular reference detected"},
           {"d = []\n for i in range(5000): d = [d]\n return {'d': d}", "RecursionError: "},
           {"d = []\n for i in range(200): d = [d]\n return {'d': d}",
            "the result is not JSON of at most 64 levels"},
           {"return {'a': 'x' * 2_000_000}", "the result is larger than 1048576 bytes"},
           {"return {'a': 10 ** 5000}", "ValueError: Exceeds the limit"},
           {"return {'a': 10 ** 400}", "extract() returned a number larger than any double"},
           {"import os; os.write(3, b'{\"record\": {\"a\": -1e400}}'); os._exit(0)",
            "extract() returned a number larger than any double"},
           {"raise SystemExit", "SystemExit"},
           {"raise SystemExit(0)", "SystemExit: 0"},
           {"import sys; sys.exit('bye')", "SystemExit: bye"},
           {"raise KeyboardInterrupt", "KeyboardInterrupt"},
           {"raise BaseException('x')", "BaseException: x"},
           {"import os; os._exit(0)", "No result from subprocess (possible crash"},
           {"import os; os._exit(3)", "No result from subprocess (possible crash, exit code 3)"},
           {"import os; os.write(3, b'{\"record\": {}}'); return {}", "the result is not JSON"},
           {"import os; os.write(3, b'{\"record\": {}}'); os._exit(1)", "No result from subprocess"},
           {"import os; os.write(3, b'{\"record\": 1}'); os._exit(0)", "extract() failed"},
           {"import os; os.close(3); return {}", "No result from subprocess"},
           {"return {'a': 'x' * 10**9}", "MemoryError"},
           {"def f(): return f()\n return f()", "RecursionError: "},
           {"class E(Exception):\n  def __str__(self): raise self\n raise E", "E"},
           {"raise ValueError('\\ud800')", "ValueError: \\ud800"},
           {"import pathlib; return {'a': pathlib.Path('/etc/passwd').read_text()}",
            "extractors get the path only; they may not open files (FileNotFoundError: "},
           {"import pathlib; pathlib.Path('/x').write_text('x')",
            "extractors get the path only; they may not open files (PermissionError: "},
       }) {
    auto const finding = only(ran("def extract(path):\n " + std::string(body) + "\n"));
    EXPECT_EQ(finding.code, "RUNTIME_ERROR") << body;
    EXPECT_THAT(finding.message, StartsWith(std::string(message))) << body;
  }
}

TEST(PythonRun, OutputIsNoPartOfTheResult) {
  auto const run = ran("import sys\ndef extract(p):\n  print('{\"record\": {}}' * 1000000)\n"
                       "  sys.stderr.write('y' * 10000000)\n  return {'a': 'é\\n'}\n");
  EXPECT_THAT(run.findings, IsEmpty());
  ASSERT_EQ(run.preview.size(), 1u);
  EXPECT_EQ(run.preview[0].record, R"({"a": "é\n"})");
}

TEST(PythonRun, OneFailingSampleFailsThemAll) {
  std::string_view const text = "def extract(p):\n  return {'n': 1 / len(p.strip('/'))}\n";
  auto const run = ran(text, {"/a", "/", "/b", "//"});
  EXPECT_EQ(only(run).message, "ZeroDivisionError: division by zero");
  EXPECT_EQ(only(run).found, "sample /, sample //");
  EXPECT_EQ(run.preview.size(), 2u);
}

TEST(PythonRun, NothingFromAnySampleIsEmpty) {
  EXPECT_EQ(only(ran("def extract(p): return {}", {"/a", "/b"})).code, "EMPTY_EXTRACTION");
  EXPECT_THAT(ran("def extract(p): return {'a': 1} if p == '/b' else {}", {"/a", "/b"}).findings, IsEmpty());
}

TEST(PythonRun, TimeIsKeptFromOutside) {
  SandboxSettings settings;
  settings.time = std::chrono::seconds(1);
  for (std::string_view const body :
       {"while True: pass", "import time; time.sleep(100)", "return {'a': 3 ** 10 ** 9}",
        "import re; re.match('(a*)*b', 'a' * 100)", "import signal; signal.signal(15, 1)\n while 1: pass"}) {
    auto const run = ran("def extract(p):\n " + std::string(body), {"/a", "/b"}, settings);
    EXPECT_EQ(only(run).message, "Execution timed out after 1s") << body;
    EXPECT_EQ(only(run).found, "sample /a");
  }
}

TEST(PythonRun, PathsAreDataToo) {
  std::vector<std::string> const paths{"-c", "/a'b\"\\\n", "/\xff\xfe", ""};
  auto const run = ran("def extract(p):\n  return {'n': ascii(p)}\n", paths);
  ASSERT_EQ(run.preview.size(), 4u);
  EXPECT_EQ(run.preview[2].record, R"({"n": "'/\\udcff\\udcfe'"})");
  auto const bad = run_samples(PythonSource::whole("x", "x"), std::vector{std::string("a\0b", 3)}, {});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().fault, Fault::invalid);
}

TEST(PythonRun, IsNeverTheAgentsFaultWhenCancelled) {
  UniqueFd const cancel(::eventfd(1, EFD_CLOEXEC));
  SandboxSettings settings;
  settings.cancel = cancel.get();
  auto const run = run_samples(PythonSource::whole("x", "def extract(p): return {}"),
                               std::vector<std::string>{"/a"}, settings);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::busy);
}

} // namespace
} // namespace artifactd::extraction
