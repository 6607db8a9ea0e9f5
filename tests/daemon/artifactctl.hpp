// artifactctl as a script runs it, in an environment of its own: one root, a state directory, and no daemon
// unless a test writes a status board for one.
#pragma once

#include "daemon/commandline/cli.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/status/status_board.hpp"
#include "state/journal/journal.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

struct Answer {
  Exit exit;
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

class Artifactctl : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directories(dir / "root/one/artifacts/a");
    std::filesystem::create_directories(dir / "root/two");
    for (auto const* own : {"state", "run"}) { // with the modes that the daemon gives them
      std::filesystem::create_directories(dir / own);
      std::filesystem::permissions(dir / own, std::filesystem::perms::owner_all);
    }
    auto at = [&](char const* name) { return "\"" + (dir / name).string() + "\"\n"; };
    dir.write("artifactd.toml",
              "state_dir = " + at("state") + "runtime_dir = " + at("run") + "[[root]]\npath = " + at("root"));
  }

  Answer run(std::vector<std::string> words) {
    std::vector<std::string> all{"artifactctl", "--config", (dir / "artifactd.toml").string()};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char const*> argv;
    for (auto const& word : all)
      argv.push_back(word.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    auto exit = run_artifactctl(static_cast<int>(argv.size()), argv.data(), kind_list(), "c0ffee");
    return {exit, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  }

  void record(std::string name, std::string outcome, std::string detail) {
    auto journal = Journal::open((dir / "state/journal.db").string(), {});
    ASSERT_TRUE(journal);
    journal->append({.session = session("one"),
                     .name = std::move(name),
                     .kind = "kg",
                     .event = "settled",
                     .outcome = std::move(outcome),
                     .detail = std::move(detail)});
  }

  StatusBoard daemon(Board const& board) {
    auto written = StatusBoard::create((dir / "run/status").string());
    if (!written) throw std::runtime_error(written.error().message);
    written->write(board);
    return *std::move(written);
  }

  std::string session(std::string_view name) { return (dir / "root").string() + "/" + std::string(name); }

  ScratchDir dir;
};

} // namespace artifactd::test
