// A test's own configuration file, and the messages about it.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/programs/kind_list.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {

class ConfigFile : public testing::Test {
protected:
  auto load(std::string_view text) {
    dir.write("artifactd.toml",
              std::string("state_dir = \"/var/lib/x\"\nruntime_dir = \"/run/x\"\n") + std::string(text));
    return load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  }

  /// The rendered errors of an invalid text, without the file's directory.
  std::vector<std::string> errors(std::string_view text) {
    auto config = load(text);
    std::vector<std::string> lines;
    if (!config)
      for (auto const& error : config.error()) {
        auto line = render(error);
        if (auto at = line.find(dir.path().string()); at == 0) line.erase(0, dir.path().string().size() + 1);
        lines.push_back(line);
      }
    return lines;
  }

  ScratchDir dir;
};

} // namespace artifactd::test
