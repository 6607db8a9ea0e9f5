// A session for tests of `artifactctl submit` and `wait`, and the commands.
#pragma once

#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd::test {

namespace fs = std::filesystem;

inline constexpr auto good_artifact = R"({"x": 1})";
inline constexpr auto bad_artifact = R"({"x": 1,})";

class Submit : public testing::Test {
protected:
  /// A file of this text outside of the session.
  [[nodiscard]] std::string file(std::string const& name, std::string const& text) const {
    SessionDir const outside(site_.path() / "outside");
    outside.write(name, text);
    return outside / name;
  }
  [[nodiscard]] Ended submit(std::vector<std::string> const& words) const { return command("submit", words); }
  [[nodiscard]] Ended wait(std::vector<std::string> const& words) const { return command("wait", words); }
  [[nodiscard]] Ended command(std::string const& word, std::vector<std::string> const& words) const {
    std::vector<std::string> all{word, session_.path()};
    all.insert(all.end(), words.begin(), words.end());
    return site_.artifactctl(all);
  }
  [[nodiscard]] std::vector<std::string> words(std::vector<std::string> const& words) const {
    std::vector<std::string> all{site_.program("artifactctl"), "--config", site_.config()};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  [[nodiscard]] bool there(char const* name) const { return fs::exists(session_ / name); }

  Site site_;
  SessionDir session_ = site_.session("s");
};

} // namespace artifactd::test
