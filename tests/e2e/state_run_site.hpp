// A run about the example's skill, with scripted agents.
#pragma once

#include "state/tuning/judge.hpp"
#include "tests/e2e/site.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::test {

/// 0755
inline constexpr auto for_all = std::filesystem::perms::owner_all | std::filesystem::perms::group_read |
                                std::filesystem::perms::group_exec | std::filesystem::perms::others_read |
                                std::filesystem::perms::others_exec;

class StateRun : public testing::Test {
protected:
  StateRun() {
    std::filesystem::create_directories(site.path() / "skills");
    auto const source = std::filesystem::path(source_dir()) / "examples/tuning";
    std::filesystem::copy(source / "release-notes", skill(), std::filesystem::copy_options::recursive);
    std::filesystem::copy(source / "agents", site.path() / "agents",
                          std::filesystem::copy_options::recursive);
    std::filesystem::permissions(site.path(), for_all);
    give_away(skill());
    give_away(run.path());
  }
  std::filesystem::path skill() const { return site.path() / "skills/release-notes"; }
  std::string agent(std::string const& name) const { return (site.path() / "agents" / name).string(); }
  std::string text(std::string const& file) const {
    std::ifstream in(skill() / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Runs all actions with this program, confined, with fixes below skills/.
  void configure(std::string const& program, std::string const& more = "") const {
    site.configure(
        fmt::format("[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n{}", program, more));
  }
  void script(std::string const& name, std::string const& body) const {
    std::ofstream(site.path() / "agents" / name) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(site.path() / "agents" / name, for_all);
  }
  std::vector<std::string> words(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"state",          "run",     run.path().string(),     "--skill",
                                   skill().string(), "--issue", "the notes are too long"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  nlohmann::json state() const { return nlohmann::json::parse(run.text("state.json"), nullptr, false); }

  /// Judges every accepted version as a step from the one before it.
  void expect_all_sound() const {
    std::optional<tuning::TuningState> before;
    std::vector<std::filesystem::path> versions;
    for (auto const& entry : std::filesystem::directory_iterator(run / ".artifactd/states"))
      versions.push_back(entry.path());
    std::ranges::sort(versions);
    for (auto const& version : versions) {
      std::ifstream in(version);
      auto judged = tuning::judge(version.filename(), {std::istreambuf_iterator<char>(in), {}},
                                  before ? &*before : nullptr);
      EXPECT_FALSE(judged.refused()) << version << ": "
                                     << (judged.findings.empty() ? "" : judged.findings[0].message);
      if (judged.state) before = std::move(judged.state);
    }
    EXPECT_GT(versions.size(), 2U);
  }

  Site site;
  SessionDir run = site.session("tuning");
};

} // namespace artifactd::test
