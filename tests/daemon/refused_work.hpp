// A session with refused work, handled from the command line.
#pragma once

#include "tests/daemon/artifactctl.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace artifactd::test {

class RefusedWork : public Artifactctl {
protected:
  void SetUp() override {
    Artifactctl::SetUp();
    ::unsetenv("VISUAL");
    ::unsetenv("EDITOR");
    ::setenv("TMPDIR", dir.path().c_str(), 1);
    ASSERT_TRUE(Journal::open((dir / "state/journal.db").string(), {})) << "a daemon once ran";
    dir.write("root/one/artifacts/a/x.json", "{\n \"x\": 1,\n}");
    refuse();
  }

  void TearDown() override {
    ::unsetenv("EDITOR");
    ::unsetenv("TMPDIR");
  }

  /// Drops the signal and has its work refused.
  void refuse() {
    dir.write("root/one/a.kg.lock", "");
    ASSERT_EQ(run({"merge", session("one")}).exit, Exit::judged_bad);
  }

  void editor(std::string const& script) {
    dir.write("repair", "#!/bin/sh\n" + script);
    std::filesystem::permissions(dir / "repair", std::filesystem::perms::owner_all);
    ::setenv("EDITOR", (dir / "repair").c_str(), 1);
  }

  [[nodiscard]] std::string text(std::string_view file) const {
    std::ifstream stream(dir / file);
    std::ostringstream all;
    all << stream.rdbuf();
    return all.str();
  }
  [[nodiscard]] nlohmann::json instructions() const {
    return nlohmann::json::parse(text("root/one/a.retry-instructions.json"));
  }
  [[nodiscard]] bool pending() const { return std::filesystem::exists(dir / "root/one/a.kg.lock"); }
  [[nodiscard]] bool refused() const { return std::filesystem::exists(dir / "root/one/a.kg.lock.error"); }
};

} // namespace artifactd::test
