// What the editor's rules make of the corpus of broken games, pattern by pattern: the ten of the seed and the
// sixteen rows of its matrix (artifact-editor, sections 3 and 6). Always measured, never recorded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

struct PatternCounts {
  std::string id;   ///< "P1" … "P10", "R1" … "R16"; "all" for the whole corpus
  std::string says; ///< the content of its errors, for readers
  std::size_t cases = 0;
  std::size_t games = 0; ///< number of games
  std::size_t mechanical = 0;
  std::size_t repaired = 0;   ///< mechanical faults that were repaired: revalidated, without errors
  std::size_t beyond = 0;     ///< other faults that were repaired in the same way
  std::size_t left = 0;       ///< every byte unchanged
  std::size_t planned = 0;    ///< of those left, with a plan for the faulty fragments
  std::size_t off_target = 0; ///< fragments that differ without being in the plan
  /// Cases whose errors are not reported in the corpus' words, or not accounted for.
  std::size_t untold = 0;
};

/// A case counts for every pattern that one of its errors belongs to. The last entry is the whole corpus.
[[nodiscard]] std::vector<PatternCounts> measured_patterns();

/// The same as Markdown, for docs/editor.md.
[[nodiscard]] std::string pattern_table(std::vector<PatternCounts> const& patterns);

} // namespace artifactd::test
