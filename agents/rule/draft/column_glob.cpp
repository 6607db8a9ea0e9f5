// The glob and the expressions of a column.
#include "agents/rule/draft/path_column.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd::extraction {

namespace {

constexpr std::size_t most_listed = 32; ///< in a glob

/// A single non-capturing group of alternatives becomes the capturing group.
std::string as_group(std::string const& expression) {
  constexpr std::string_view uncounted = "(?:";
  auto const alternatives =
      expression.starts_with(uncounted) && expression.find(')') + 1 == expression.size();
  return alternatives ? "(" + expression.substr(uncounted.size()) : "(" + expression + ")";
}

std::string alternatives_of(std::set<std::string> const& globs) {
  if (globs.size() == 1) return *globs.begin();
  return fmt::format("{{{}}}", fmt::join(globs, ","));
}

std::string digits(std::size_t count) {
  std::string glob;
  for (std::size_t i = 0; i < count; ++i)
    glob += "[0-9]";
  return glob;
}

/// Digit wildcards for digits, everything else unchanged.
std::string glob_of_digits(std::string_view value) {
  std::string glob;
  for (char const c : value)
    glob += c >= '0' && c <= '9' ? "[0-9]" : literal_glob(std::string_view(&c, 1));
  return glob;
}

std::string glob_of(Piece const& piece, GlobDetail detail) {
  auto const words = piece.distinct();
  auto const longest = std::ranges::max(piece.values, {}, &std::string_view::size).size();
  auto const shortest = std::ranges::min(piece.values, {}, &std::string_view::size).size();
  std::set<std::string> globs;
  switch (piece.form) {
  case PieceForm::constant:
    return literal_glob(piece.values.front());
  case PieceForm::word:
  case PieceForm::text:
    if (detail == GlobDetail::usual || words.size() > most_listed) return "*";
    [[fallthrough]];
  case PieceForm::choice:
    for (auto const word : words)
      globs.insert(literal_glob(word));
    return alternatives_of(globs);
  case PieceForm::uuid:
    return std::string(8, '?') + "-\?\?\?\?-\?\?\?\?-\?\?\?\?-" + std::string(12, '?');
  case PieceForm::hash:
    return longest == shortest ? std::string(longest, '?') : "*";
  case PieceForm::version:
  case PieceForm::address:
    return "[0-9]*.[0-9]*";
  case PieceForm::number:
    if (longest == shortest) return digits(longest);
    if (detail == GlobDetail::usual) return digits(shortest) + "*";
    for (auto length = shortest; length <= longest; ++length)
      globs.insert(digits(length));
    return alternatives_of(globs);
  default:
    for (auto const word : words)
      globs.insert(glob_of_digits(word));
    return alternatives_of(globs);
  }
}

} // namespace

std::string glob_of(PathColumn const& column, GlobDetail detail) {
  std::string glob;
  for (auto const& piece : column.pieces) {
    auto const next = glob_of(piece, detail);
    // Two adjacent stars would match folders of any depth.
    if (!(next.starts_with('*') && glob.ends_with('*')))
      glob += next;
    else
      glob += next.substr(1);
  }
  std::set<std::string> endings;
  for (auto const& ending : column.endings)
    endings.insert(literal_glob(ending));
  return glob + (column.extension.empty() ? "" : alternatives_of(endings));
}

std::string pattern_of(PathColumn const& column, std::size_t piece) {
  auto const has_line_feeds = std::ranges::any_of(column.pieces, [](Piece const& each) {
    return std::ranges::any_of(each.values, [](std::string_view value) { return value.contains('\n'); });
  });
  std::string pattern = has_line_feeds ? "(?s)^" : "^"; // a dot matches line feeds too
  for (std::size_t i = 0; i < column.pieces.size(); ++i)
    pattern += i == piece ? as_group(column.pieces[i].expression) : column.pieces[i].expression;
  if (column.endings.size() == 1) return pattern + literal_expression(column.endings.front()) + "$";
  std::vector<std::string> endings;
  for (auto const& ending : column.endings)
    endings.push_back(literal_expression(ending));
  return pattern + fmt::format("(?:{})$", fmt::join(endings, "|"));
}

} // namespace artifactd::extraction
