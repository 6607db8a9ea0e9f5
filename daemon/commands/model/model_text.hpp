// Words and columns for the commands about models.
#pragma once

#include "agents/model/ledger.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// "$0.0123 for 4567 tokens", "4567 tokens of unknown cost".
[[nodiscard]] std::string spending_words(model::Spending const& spending);

/// Rows with as many cells as the first, in columns as wide as their widest cell; the last column is not
/// padded. Cells have gone through printable().
class TextTable {
public:
  explicit TextTable(std::vector<std::string> heads) : rows_{std::move(heads)} {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] std::string text() const;

private:
  std::vector<std::vector<std::string>> rows_;
};

} // namespace artifactd
