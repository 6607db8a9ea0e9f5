// Types docs/tutorial.md into a shell, line by line, and compares what is printed.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/source_dir.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fstream>
#include <gtest/gtest.h>
#include <span>
#include <sstream>

namespace artifactd::test {
namespace {

struct Typed {
  std::string command;
  std::vector<std::string> printed = {}; ///< what the tutorial says
};

std::vector<Typed> tutorial() {
  std::ifstream file(source_dir() + "/docs/tutorial.md");
  std::vector<Typed> typed;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("    $ "))
      typed.push_back({line.substr(6)});
    else if (line.starts_with("    ") && !typed.empty())
      typed.back().printed.push_back(line.substr(4));
  }
  return typed;
}

/// "…" in a line stands for any text; a line of only "…" for any lines.
bool fits_line(std::string_view pattern, std::string_view line) {
  constexpr std::string_view any = "…";
  auto const gap = pattern.find(any);
  if (gap == pattern.npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, gap))) return false;
  auto const rest = pattern.substr(gap + any.size());
  for (auto at = gap; at <= line.size(); ++at)
    if (fits_line(rest, line.substr(at))) return true;
  return false;
}

bool fits(std::span<std::string const> patterns, std::span<std::string const> lines) {
  if (patterns.empty()) return lines.empty();
  if (patterns.front() == "…")
    for (std::size_t skipped = 0; skipped <= lines.size(); ++skipped)
      if (fits(patterns.subspan(1), lines.subspan(skipped))) return true;
  return !lines.empty() && fits_line(patterns.front(), lines.front()) &&
         fits(patterns.subspan(1), lines.subspan(1));
}

/// All of it as one script of one shell, with a line between the outputs of two commands. `$?` is that of the
/// command before.
std::string script(std::vector<Typed> const& typed) {
  std::string text = "set +e\n";
  for (auto const& each : typed)
    text += fmt::format("{}\n{{ kept=$?; echo '=== next'; }}\n(exit $kept)\n", each.command);
  return text;
}

std::vector<std::vector<std::string>> outputs(std::string const& out) {
  std::vector<std::vector<std::string>> all(1);
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);)
    if (line == "=== next")
      all.emplace_back();
    else
      all.back().push_back(line);
  return all;
}

TEST(Tutorial, PrintsWhatItSays) {
  Site const site;
  SessionDir const place(site.path() / "tutorial");
  auto const typed = tutorial();
  ASSERT_GT(typed.size(), 30U);
  place.write("../typed.sh", script(typed));
  auto const path = std::filesystem::path(site.program("artifactctl")).parent_path().string();
  auto const ended = shell(fmt::format("PATH={}:$PATH timeout 80 bash ../typed.sh 2>&1", path), place.path());
  auto const printed = outputs(ended.out);
  ASSERT_EQ(printed.size(), typed.size() + 1) << ended.out;
  for (std::size_t i = 0; i < typed.size(); ++i)
    EXPECT_TRUE(fits(typed[i].printed, printed[i])) << "$ " << typed[i].command << "\nprinted:\n"
                                                    << fmt::format("{}", fmt::join(printed[i], "\n"));
}

} // namespace
} // namespace artifactd::test
