#include "tests/agents/turn/content/told.hpp"

namespace artifactd::turn::content_test {

std::vector<std::string> told(std::vector<Finding> const& findings) {
  std::vector<std::string> lines;
  for (auto const& each : findings) {
    auto line = std::string(severity_word(each.severity)) + " " + each.code;
    if (each.pointer) line += " " + *each.pointer;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string words_of(std::vector<Finding> const& findings) {
  std::string words;
  for (auto const& each : findings)
    words += each.message + " | " + each.expected + " | " + each.found + " | " + each.hint + "\n";
  return words;
}

} // namespace artifactd::turn::content_test
