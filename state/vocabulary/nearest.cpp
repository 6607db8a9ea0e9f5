#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace artifactd {

namespace {

// A longer word is not a typing mistake; the bound limits the work on any input.
constexpr std::size_t longest_word = 64;

std::size_t distance(std::string_view a, std::string_view b) {
  auto width = b.size() + 1;
  std::array<std::vector<std::size_t>, 3> rows{
      std::vector<std::size_t>(width), std::vector<std::size_t>(width), std::vector<std::size_t>(width)};
  for (std::size_t j = 0; j < width; ++j)
    rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    auto const& above = rows[(i + 2) % 3];
    auto const& two_above = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      auto replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

} // namespace

std::string nearest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > longest_word) return {};
  std::string best;
  auto allowed = std::max<std::size_t>(1, word.size() / 3);
  for (auto const& candidate : known)
    if (auto d = distance(word, candidate); d <= allowed) {
      if (d < allowed || best.empty()) best = candidate;
      allowed = d;
      if (d == 0) break;
    }
  return best;
}

} // namespace artifactd
