#include "state/text/matching_lines.hpp"

#include <algorithm>
#include <optional>

namespace artifactd {

namespace {

using Lines = std::span<std::string_view const>;
using Index = std::ptrdiff_t;

constexpr Index most_edits = 2000;

/// The paths from the start of both texts to their ends: an edit deletes a line of `a` or inserts one of `b`;
/// common lines cost nothing. On a diagonal, the line in `a` minus the line in `b` is constant.
class EditPaths {
public:
  EditPaths(Lines a, Lines b) : a_(a), b_(b) {}

  /// The matches of the shortest path; std::nullopt if it takes too many edits.
  std::optional<std::vector<LinePair>> matches() {
    for (Index edits = 0; edits <= most_edits; ++edits)
      if (reach_by(edits)) return matches_back_from(edits);
    return std::nullopt;
  }

private:
  /// Extends the furthest point on every diagonal; true if it reaches the ends of both.
  bool reach_by(Index edits) {
    reached_.emplace_back(static_cast<std::size_t>(2 * edits + 1));
    for (auto diagonal = -edits; diagonal <= edits; diagonal += 2) {
      auto in_a = begin_on(edits, diagonal);
      auto in_b = in_a - diagonal;
      while (in_a < std::ssize(a_) && in_b < std::ssize(b_) && line(a_, in_a) == line(b_, in_b)) {
        ++in_a;
        ++in_b;
      }
      reached_.back()[static_cast<std::size_t>(diagonal + edits)] = in_a;
      if (in_a >= std::ssize(a_) && in_b >= std::ssize(b_)) return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<LinePair> matches_back_from(Index edits) const {
    std::vector<LinePair> pairs;
    auto in_a = std::ssize(a_);
    auto diagonal = in_a - std::ssize(b_);
    for (;; --edits) {
      for (auto const begin = begin_on(edits, diagonal); in_a > begin;) {
        --in_a;
        pairs.emplace_back(in_a, in_a - diagonal);
      }
      if (edits == 0) break;
      auto const adds = last_adds(edits, diagonal);
      in_a -= adds ? 0 : 1;
      diagonal += adds ? 1 : -1;
    }
    std::ranges::reverse(pairs);
    return pairs;
  }

  /// The position in `a` right after the last of `edits` edits.
  [[nodiscard]] Index begin_on(Index edits, Index diagonal) const {
    if (edits == 0) return 0;
    return last_adds(edits, diagonal) ? reached(edits - 1, diagonal + 1)
                                      : reached(edits - 1, diagonal - 1) + 1;
  }

  [[nodiscard]] bool last_adds(Index edits, Index diagonal) const {
    return diagonal == -edits ||
           (diagonal != edits && reached(edits - 1, diagonal - 1) < reached(edits - 1, diagonal + 1));
  }

  [[nodiscard]] Index reached(Index edits, Index diagonal) const {
    return reached_[static_cast<std::size_t>(edits)][static_cast<std::size_t>(diagonal + edits)];
  }

  static std::string_view line(Lines lines, Index index) { return lines[static_cast<std::size_t>(index)]; }

  Lines a_;
  Lines b_;
  std::vector<std::vector<Index>> reached_; ///< in `a`, by number of edits, then by diagonal, ascending
};

} // namespace

std::vector<LinePair> matching_lines(Lines a, Lines b) {
  auto const head = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  auto const inner_a = a.subspan(head);
  auto const inner_b = b.subspan(head);
  auto const tail = static_cast<std::size_t>(
      std::mismatch(inner_a.rbegin(), inner_a.rend(), inner_b.rbegin(), inner_b.rend()).first -
      inner_a.rbegin());
  std::vector<LinePair> pairs;
  for (std::size_t i = 0; i < head; ++i)
    pairs.emplace_back(i, i);
  if (auto const inner =
          EditPaths(inner_a.first(inner_a.size() - tail), inner_b.first(inner_b.size() - tail)).matches())
    for (auto const& [in_a, in_b] : *inner)
      pairs.emplace_back(head + in_a, head + in_b);
  for (std::size_t i = tail; i > 0; --i)
    pairs.emplace_back(a.size() - i, b.size() - i);
  return pairs;
}

} // namespace artifactd
