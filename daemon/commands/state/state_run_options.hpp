// The options of `artifactctl state run` and `state report`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct StateReportOptions {
  std::string session = {};
  std::string html = {}; ///< where the page goes; empty: the report is printed
};

struct StateRunOptions {
  std::string session = {};
  std::string skill = {};              ///< its directory; may be omitted for a run that has begun
  std::string target = {};             ///< the base of target_skill.path; empty: the root's target_root
  std::string issue = {};              ///< "-": stdin
  std::vector<std::string> focus = {}; ///< empty: all four
  std::uint64_t max_iterations = 5;
  std::string until = {};
  std::string yes_to = {};  ///< empty: as configured
  std::string command = {}; ///< a line of shell for all actions; empty: as configured
  bool dry_run = false;     ///< only say what comes next
};

} // namespace artifactd
