// A site whose backups are made, and restored beside it.
#pragma once

#include "tests/e2e/site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace artifactd::test {

class BackupSite : public testing::Test {
protected:
  [[nodiscard]] std::string archive() const { return (site.path() / "backup.tar.zst").string(); }
  [[nodiscard]] std::filesystem::path place() const { return site.path() / "restored"; }
  [[nodiscard]] std::string config() const { return (place() / "config/artifactd.toml").string(); }

  [[nodiscard]] Ended make() const { return site.artifactctl({"backup", "--to", archive()}); }
  [[nodiscard]] Ended restore() const {
    return site.artifactctl({"backup", "restore", archive(), "--to", place().string()});
  }
  /// artifactctl as configured by what was restored.
  [[nodiscard]] Ended there(std::vector<std::string> words) const {
    words.insert(words.begin(), {site.program("artifactctl"), "--config", config()});
    return run({.words = std::move(words)});
  }
  [[nodiscard]] SessionDir restored(std::string_view session) const {
    return SessionDir(place() / "root" / session);
  }
  void settle() const {
    Child once({{site.program("artifactd"), "--config", site.config().string(), "--once"}});
    ASSERT_TRUE(once.wait());
  }

  Site site;
};

inline bool is_anywhere(std::filesystem::path const& folder, std::string const& text) {
  return shell("grep -rqaF -- '" + text + "' '" + folder.string() + "'").exit == 0;
}

} // namespace artifactd::test
