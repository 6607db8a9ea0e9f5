// The manual pages: what --help and the reference configuration show is in them, and the tools that print
// them have nothing to say about them.
#include "tests/e2e/process.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

std::string contents(fs::path const& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string plain(std::string const& roff) {
  auto text = std::regex_replace(roff, std::regex(R"(\\f[BIR]|\\&)"), "");
  text = std::regex_replace(text, std::regex(R"(\\\[dq\])"), "\"");
  return std::regex_replace(text, std::regex(R"(\\-)"), "-");
}

struct Help {
  std::vector<std::string> options;
  std::vector<std::string> subcommands;
};

/// What `command --help` lists.
Help help_of(std::string const& command) {
  std::istringstream lines(shell(built("") + command + " --help").out);
  Help help;
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    std::smatch word;
    if (!line.starts_with(' ')) block = line;
    if (block == "Options:" && std::regex_search(line, word, std::regex("^  (-[^ ]+)")))
      for (std::istringstream names(word[1]); std::getline(names, line, ',');)
        help.options.push_back(line);
    auto const lists_commands = block != "Options:" && block != "Positionals:" && block != "Examples:";
    if (lists_commands && std::regex_search(line, word, std::regex("^  ([a-z-]+)")))
      help.subcommands.push_back(word[1]);
  }
  return help;
}

class Manual : public testing::Test {
protected:
  void SetUp() override {
    auto const made = run({{built("artifactd-manual"), source_dir(), scratch.path().string()}});
    ASSERT_EQ(made.exit, 0) << made.err;
    for (auto const& entry : fs::recursive_directory_iterator(scratch.path()))
      if (entry.is_regular_file()) pages.push_back(entry.path());
  }

  [[nodiscard]] std::string page(std::string const& name) const {
    return plain(contents(scratch / ("man" + name.substr(name.rfind('.') + 1)) / name));
  }

  /// From the heading to the next one; empty if there is none.
  static std::string section(std::string const& page, std::string const& heading) {
    auto const begin = page.find(heading);
    if (begin == page.npos) return "";
    return page.substr(begin, page.find("\n.S", begin + 1) - begin);
  }

  static void expect_options(std::string const& command, std::string const& section) {
    EXPECT_NE(section, "") << command << " has no section";
    for (auto const& option : help_of(command).options) {
      auto const is_shown = std::regex_search(section, std::regex("[\n ]" + option + "[\n, ]"));
      EXPECT_TRUE(is_shown || option == "-h" || option == "--help") << command << " " << option;
    }
  }

  /// All that are below `command`, in the sections of this page or in those of a noun's own.
  void expect_commands(std::string const& command, std::string const& text,
                       std::set<std::string>& seen) const {
    for (auto const& name : help_of(command).subcommands) {
      auto const below = command + " " + name;
      seen.insert(below);
      auto const has_own = command == "artifactctl" && !help_of(below).subcommands.empty();
      auto const there = has_own ? page("artifactctl-" + name + ".1") : text;
      auto const section_of_it = section(there, "\n.SS " + below + " ");
      if (!has_own || !section_of_it.empty()) expect_options(below, section_of_it);
      expect_commands(below, there, seen);
    }
  }

  ScratchDir scratch;
  std::vector<fs::path> pages;
};

TEST_F(Manual, HasEachOptionOfEachCommand) {
  expect_options("artifactd", section(page("artifactd.8"), "\n.SH OPTIONS"));
  expect_options("artifactctl", section(page("artifactctl.1"), "\n.SH OPTIONS"));
  std::set<std::string> seen;
  expect_commands("artifactd", page("artifactd.8"), seen);
  expect_commands("artifactctl", page("artifactctl.1"), seen);
  EXPECT_GT(seen.size(), 100U);
}

TEST_F(Manual, HasTheExitCodesThatHelpLists) {
  EXPECT_THAT(page("artifactctl.1"), HasSubstr(".TP\n7\ndaemon not running\n"));
  EXPECT_THAT(page("artifactd.8"), HasSubstr(".TP\n4\npending (--once), or already running\n"));
}

TEST_F(Manual, HasEachSetting) {
  auto const settings = page("artifactd.toml.5");
  std::ifstream reference(fs::path(source_dir()) / "systemd/artifactd.toml");
  auto found = 0;
  for (std::string line; std::getline(reference, line);) {
    if (!std::regex_search(line, std::regex("^#?[a-z_]+ = "))) continue;
    EXPECT_THAT(settings, HasSubstr("\n.B " + line.substr(line.starts_with('#') ? 1 : 0) + "\n"));
    ++found;
  }
  EXPECT_GT(found, 100);
}

TEST_F(Manual, HasEachKindOfSignal) {
  auto const signals = page("artifactd-signals.7");
  for (auto const* kind : {"confirm", "edit", "kg", "reject", "report", "rule", "turn"})
    EXPECT_THAT(signals, HasSubstr(std::string("\nNAME.") + kind + ".lock\n"));
  EXPECT_THAT(signals, HasSubstr("turns/NAME.json"));
}

TEST_F(Manual, IsPrintedWithoutWarnings) {
  if (shell("command -v man").exit != 0) GTEST_SKIP() << "man is not installed";
  for (auto const& file : pages) {
    auto const said = shell("man --warnings -E UTF-8 -l -Tutf8 -Z '" + file.string() + "' >/dev/null", {},
                            {{"LC_ALL", "C.UTF-8"}, {"MANROFFSEQ", ""}, {"MANWIDTH", "80"}});
    EXPECT_EQ(said.err, "") << file;
  }
}

TEST_F(Manual, IsSoundAccordingToMandoc) {
  if (shell("command -v mandoc").exit != 0) GTEST_SKIP() << "mandoc is not installed";
  EXPECT_GE(pages.size(), 13U);
  for (auto const& file : pages)
    EXPECT_EQ(run({{"mandoc", "-Tlint", file.string()}}).out, "") << file;
}

} // namespace
} // namespace artifactd::test
