#include "agents/rule/python/python_source.hpp"

#include "state/json/diagnose.hpp"

#include <algorithm>

namespace artifactd::extraction {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::size_t begin_of_code(PythonSource const& source) {
  auto const marked = source.code.of(source.raw).starts_with(byte_order_mark);
  return source.code.begin + (marked ? byte_order_mark.size() : 0);
}

/// Lines of the raw text before the code.
std::size_t lines_before(PythonSource const& source) {
  return static_cast<std::size_t>(std::ranges::count(source.raw.substr(0, source.code.begin), '\n'));
}

} // namespace

std::string text_for_python(PythonSource const& source) {
  auto const begin = begin_of_code(source);
  std::string text(lines_before(source), '\n');
  return text += source.raw.substr(begin, source.code.end - begin);
}

std::size_t byte_in_raw(PythonSource const& source, std::size_t byte) {
  auto const padding = lines_before(source);
  auto const begin = begin_of_code(source);
  return std::min(byte < padding ? begin : begin + byte - padding, source.code.end);
}

Finding python_finding(PythonSource const& source, std::string code, Tier tier, std::string message) {
  return {.code = std::move(code), .tier = tier, .file = source.file, .message = std::move(message)};
}

void place_on_line(Finding& finding, PythonSource const& source, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t number = 1; number < line; ++number) {
    auto const end = source.raw.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  finding.line = line;
  finding.byte = begin;
  finding.excerpt = json::excerpt(source.raw, begin);
}

} // namespace artifactd::extraction
