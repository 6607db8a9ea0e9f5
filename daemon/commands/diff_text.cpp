#include "daemon/commands/diff_text.hpp"

#include "daemon/terminal/display_text.hpp"

#include <fmt/core.h>
#include <ranges>
#include <unistd.h>

namespace artifactd {

namespace {

char const* paint_of(std::string_view line) noexcept {
  if (line.starts_with("---") || line.starts_with("+++")) return "1";
  if (line.starts_with("@@")) return "36";
  return line.starts_with('-') ? "31" : line.starts_with('+') ? "32" : "0";
}

} // namespace

void print_diff(Cli const& cli, std::string diff) {
  if (diff.empty()) return;
  if (diff.ends_with('\n')) diff.pop_back();
  for (auto line : std::views::split(diff, '\n')) {
    auto raw = std::string(line.begin(), line.end());
    auto text = ::isatty(STDOUT_FILENO) == 1 ? printable(raw) : raw;
    fmt::print("{}\n", painted(cli.colour, paint_of(text), text));
  }
}

} // namespace artifactd
