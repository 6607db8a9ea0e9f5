#include "daemon/commands/progress_line.hpp"

#include <cstdio>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr auto at_first = std::chrono::milliseconds(500);
constexpr auto at_most_every = std::chrono::milliseconds(100);
constexpr auto* clear_line = "\r\x1b[K";

} // namespace

ProgressLine::ProgressLine()
    : on_terminal_(::isatty(STDERR_FILENO) == 1), due_(Monotonic::now() + at_first) {}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "{}", clear_line);
}

void ProgressLine::show(std::string const& text) {
  auto const now = Monotonic::now();
  if (!on_terminal_ || now < due_) return;
  due_ = now + at_most_every;
  shown_ = true;
  fmt::print(stderr, "{}{}", clear_line, text);
  std::fflush(stderr);
}

} // namespace artifactd
