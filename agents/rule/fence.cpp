#include "agents/rule/fence.hpp"

#include "agents/rule/coercion.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <optional>
#include <re2/re2.h>
#include <string>

namespace artifactd::extraction {

namespace {

constexpr std::string_view fence_byte_order_mark = "\xEF\xBB\xBF";

struct Fence {
  char mark;
  std::size_t length;
  std::string_view info; ///< what follows the marks, trimmed
};

std::optional<Fence> fence_on(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || (line.front() != '`' && line.front() != '~')) return std::nullopt;
  std::size_t const length = std::min(line.find_first_not_of(line.front()), line.size());
  if (length < 3) return std::nullopt;
  auto const info = trimmed(line.substr(length));
  if (info.contains('`')) return std::nullopt; // inline code in prose
  return Fence{line.front(), length, info};
}

bool closes(std::string_view line, Fence const& opening) {
  auto const fence = fence_on(line);
  return fence && fence->mark == opening.mark && fence->length >= opening.length && fence->info.empty();
}

/// Where the line after the one that holds `at` begins.
std::size_t next_line(std::string_view text, std::size_t at) {
  auto const end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

Script script_between(std::string_view raw, std::size_t begin, std::size_t end, std::string_view tag) {
  if (raw.substr(begin, end - begin).starts_with(fence_byte_order_mark))
    begin += fence_byte_order_mark.size();
  auto const before = raw.substr(0, begin);
  return {raw.substr(begin, end - begin), begin,
          1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), tag};
}

} // namespace

Script fenced_script(std::string_view raw) {
  std::size_t at = raw.starts_with(fence_byte_order_mark) ? fence_byte_order_mark.size() : 0;
  for (; at < raw.size(); at = next_line(raw, at)) {
    auto const opening = fence_on(line_at(raw, at));
    if (!opening) continue;
    std::size_t const begin = next_line(raw, at);
    std::size_t end = begin;
    while (end < raw.size() && !closes(line_at(raw, end), *opening))
      end = next_line(raw, end);
    auto const tag = opening->info.substr(0, opening->info.find_first_of(" \t{"));
    return script_between(raw, begin, end, tag);
  }
  return script_between(raw, 0, raw.size(), {});
}

Language language_of(Script const& script) {
  auto const tag = normalised(script.tag, Normalisation::lowercase);
  if (tag == "yaml" || tag == "yml") return Language::yaml;
  if (tag == "python" || tag == "py" || tag == "python3" || tag == "py3") return Language::python;
  static re2::RE2 const python(
      R"((?m)^(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[:(]|@\w|import[ \t]+\w|)"
      R"(from[ \t]+[\w.]+[ \t]+import\b|extract[ \t]*=))");
  re2::StringPiece const content(script.content.data(), script.content.size());
  return re2::RE2::PartialMatch(content, python) ? Language::python : Language::yaml;
}

} // namespace artifactd::extraction
