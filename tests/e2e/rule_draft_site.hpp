// A tree of paths to make rules for, and programs that act as a model.
#pragma once

#include "tests/e2e/site.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace artifactd::test {

inline constexpr auto* no_yaml = "name: x\nglob: **/a\n";
inline constexpr auto* no_rule = "name: x\nglob: '**/*.csv'\nextract:\n  a:\n    from: folder(-4)\n";
inline constexpr auto* no_match = "name: x\nglob: '**/nothing/*.csv'\n";
inline constexpr auto* good_rule =
    "Here it is:\n```yaml\nname: trips\nglob: '**/mission_*/*/*.csv'\nextract:\n"
    "  trip:\n    from: segment(-3)\n    pattern: 'mission_(\\d+)'\n    type: integer\n"
    "  day:\n    from: segment(-2)\n    type: date\n  kind:\n    from: filename\n```\n";
inline constexpr auto* worse_rule = "name: less\nglob: '**/mission_001/*/*.csv'\n";

class RuleDraft : public testing::Test {
protected:
  RuleDraft() {
    std::filesystem::permissions(site.path(), std::filesystem::perms(0777));
    for (auto const* mission : {"mission_001", "mission_002", "mission_010"})
      for (auto const* day : {"2024-01-15", "2024-01-16"})
        for (auto const* name : {"events.csv", "readings.csv"})
          put(fmt::format("data/{}/{}/{}", mission, day, name));
    put("data/README.md");
  }
  void put(std::string const& file) const {
    std::filesystem::create_directories((site.path() / file).parent_path());
    std::ofstream(site.path() / file) << "";
  }
  std::string data() const { return (site.path() / "data").string(); }

  /// A program that gives these answers in order, and then repeats the last one.
  std::string answers(std::vector<std::string> const& texts) const {
    for (std::size_t i = 0; i < texts.size(); ++i)
      std::ofstream(site.path() / fmt::format("answer{}", i)) << texts[i];
    return fmt::format(
        "cd {}; n=$(ls | grep -c ^prompt); cat > prompt$n; test -e answer$n || n={}; cat answer$n",
        site.path().string(), texts.size() - 1);
  }
  std::string prompt(int number) const {
    std::ifstream in(site.path() / fmt::format("prompt{}", number));
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::vector<nlohmann::json> events(std::vector<std::string> words, int exit = 0) const {
    words.insert(words.begin(), {"rule", "draft"});
    auto const ended = site.artifactctl(words);
    EXPECT_EQ(ended.exit, exit) << ended.out << ended.err;
    std::vector<nlohmann::json> events;
    std::istringstream lines(ended.out);
    for (std::string line; std::getline(lines, line);)
      events.push_back(nlohmann::json::parse(line, nullptr, false));
    return events;
  }
  static std::vector<std::string> states(std::vector<nlohmann::json> const& events) {
    std::vector<std::string> states;
    for (auto const& event : events)
      if (event.contains("state"))
        states.push_back(event["event"].get<std::string>() + " " + event["state"].get<std::string>());
    return states;
  }

  Site site;
};

} // namespace artifactd::test
