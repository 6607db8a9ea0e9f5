#include "agents/edit/model/material.hpp"

#include "agents/raw_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

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

std::string line_of(std::string const& error) {
  return extraction::shortened(error, longest_error_told);
}

} // namespace

std::string material(std::string_view text) {
  auto const length = std::max({shortest_mark, longest_run(text, '<') + 1, longest_run(text, '>') + 1});
  return fmt::format("{}\n{}\n{}", std::string(length, '<'), text, std::string(length, '>'));
}

std::string numbered(std::span<std::string const> errors) {
  std::string lines;
  for (std::size_t i = 0; i < errors.size(); ++i)
    lines += fmt::format("{}{}. {}", i == 0 ? "" : "\n", i + 1, line_of(errors[i]));
  return lines;
}

std::string listed(std::span<std::string const> errors) {
  std::string lines;
  for (auto const& error : errors)
    lines += (lines.empty() ? "- " : "\n- ") + line_of(error);
  return lines.empty() ? "none" : lines;
}

} // namespace artifactd::editor
