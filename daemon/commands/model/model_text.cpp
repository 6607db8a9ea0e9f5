#include "daemon/commands/model/model_text.hpp"

#include "daemon/terminal/display_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

std::string spending_words(model::Spending const& spending) {
  if (spending.tokens > 0 && spending.unpriced == spending.tokens)
    return fmt::format("{} tokens of unknown cost", spending.tokens);
  auto text = fmt::format("{} for {} tokens", model::dollars(spending.money), spending.tokens);
  if (spending.unpriced > 0) text += fmt::format(", {} of them of unknown cost", spending.unpriced);
  return text;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (auto const& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  std::string text;
  for (auto const& row : rows_) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      text += row[i] + std::string(widths[i] - display_width(row[i]) + 2, ' ');
    text += row.back() + '\n';
  }
  return text;
}

} // namespace artifactd
