// A session of an agent that a command runs again when it is refused.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>

namespace artifactd::test {

class RerunSite : public testing::Test {
protected:
  /// The agent's command is this shell script, run in the session; `$n` counts its runs.
  void agent(std::string const& script, std::string const& more = "") {
    site_.configure(
        fmt::format("[[agent]]\nkinds = [\"kg\", \"rule\"]\nreinvoke = [\"/bin/sh\", \"-c\", '''\n"
                    "n=$(($(cat runs 2>/dev/null || echo 0) + 1)); echo $n > runs\n{0}''']\n{1}",
                    script, more));
  }
  [[nodiscard]] int runs() const {
    std::ifstream file(session_ / "runs");
    int count = 0;
    file >> count;
    return count;
  }
  /// Submits work that is refused at once.
  void submit_badly() {
    session_.artifact("a", "x.json", "{\"x\": 1,}");
    give_away(session_.path());
    session_.drop("a");
  }
  [[nodiscard]] bool waits_for_person(int attempt) const {
    auto told = session_.instructions("a");
    return there("a.kg.lock.error") && told.is_object() && told.value("next", "") == "person" &&
           told.value("attempt", 0) == attempt;
  }
  [[nodiscard]] bool there(char const* file) const { return std::filesystem::exists(session_ / file); }
  [[nodiscard]] std::string first_code() const { return session_.instructions("a")["findings"][0]["code"]; }

  Site site_;
  SessionDir session_ = site_.session("s");
};

} // namespace artifactd::test
