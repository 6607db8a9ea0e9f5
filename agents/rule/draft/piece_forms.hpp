// The forms that pieces of names have: dates in the ways people write them, times after dates, years,
// versions, addresses. A form counts only if every value has it.
#pragma once

#include "agents/rule/draft/path_column.hpp"
#include "agents/rule/draft/path_token.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

struct FormedSpan {
  std::size_t tokens; ///< how many tokens it spans, at least one
  PieceForm form;     ///< for a single word or mark `word` or `constant`, depending on the values
  std::string note = {};
};

/// The span that begins at token `at`. All rows have tokens of the same kinds.
[[nodiscard]] FormedSpan form_at(std::vector<std::vector<PathToken>> const& rows, std::size_t at);

/// A regular expression for values of any form except constant, choice and word.
[[nodiscard]] std::string expression_of(PieceForm form, std::vector<std::string_view> const& values);

[[nodiscard]] bool is_year(std::string_view text);
/// 01 to 12, two digits.
[[nodiscard]] bool is_month(std::string_view text);
[[nodiscard]] bool is_day(std::string_view text);

} // namespace artifactd::extraction
