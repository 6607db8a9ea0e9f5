#include "daemon/commands/line_input.hpp"

#include "daemon/commands/late_edit.hpp"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace artifactd {

LineInput::LineInput(std::string prompt)
    : prompt_(std::move(prompt)), on_terminal_(::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) {
  if (on_terminal_) using_history();
}

std::optional<std::string> LineInput::read() {
  if (!on_terminal_) {
    std::string line;
    return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
  }
  std::unique_ptr<char, decltype(&std::free)> const line(readline(prompt_.c_str()), &std::free);
  if (!line) return std::nullopt;
  if (*line != '\0') add_history(line.get());
  return std::string(line.get());
}

} // namespace artifactd
