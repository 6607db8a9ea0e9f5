#include "agents/common/material.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t shortest_mark = 3;

std::size_t longest_run(std::string_view text, char mark) {
  std::size_t longest = 0;
  for (std::size_t run = 0; char const c : text) {
    run = c == mark ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

} // namespace

std::string material(std::string_view text) {
  auto const length = std::max({shortest_mark, longest_run(text, '<') + 1, longest_run(text, '>') + 1});
  return fmt::format("{}\n{}\n{}", std::string(length, '<'), text, std::string(length, '>'));
}

} // namespace artifactd
