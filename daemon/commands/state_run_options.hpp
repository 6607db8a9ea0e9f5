// What the words of `artifactctl state run` and `state report` come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct StateReportOptions {
  std::string session = {};
  std::string html = {}; ///< where the page goes; empty: what there is to say is printed
};

struct StateRunOptions {
  std::string session = {};
  std::string skill = {};  ///< its directory; of a run that has begun it may be left out
  std::string target = {}; ///< what target_skill.path is relative to; empty: the root's target_root
  std::string issue = {};  ///< "-": stdin
  std::vector<std::string> focus = {}; ///< empty: all four
  std::uint64_t max_iterations = 5;
  std::string until = {};
  std::string yes_to = {};  ///< empty: as configured
  std::string command = {}; ///< a line of shell for all actions; empty: as configured
  bool dry_run = false;     ///< only say what comes next
};

} // namespace artifactd
