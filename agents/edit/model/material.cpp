#include "agents/edit/model/material.hpp"

#include "state/json/raw_text.hpp"

#include <fmt/core.h>

namespace artifactd::editor {

namespace {

std::string line_of(std::string const& error) {
  return extraction::shortened(error, longest_error_told);
}

} // namespace

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
