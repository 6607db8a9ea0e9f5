// What the rules of the editor make of the corpus of broken games, pattern by pattern: the ten of the seed
// and the sixteen rows of its matrix (artifact-editor, sections 3 and 6). Measured, never written down.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

struct PatternCounts {
  std::string id;   ///< "P1" … "P10", "R1" … "R16"; "all" for the whole corpus
  std::string says; ///< what its errors say, for readers
  std::size_t cases = 0;
  std::size_t games = 0; ///< that they are of
  std::size_t mechanical = 0;
  std::size_t mended = 0;     ///< of the mechanical: revalidated, and no error remains
  std::size_t beyond = 0;     ///< of the others, likewise
  std::size_t left = 0;       ///< every byte as it was
  std::size_t planned = 0;    ///< of those left, with a plan for the fragments where the fault is
  std::size_t off_target = 0; ///< fragments that differ and are none of the plan's
  std::size_t untold = 0;     ///< cases whose errors are not told in the corpus' words, or not accounted for
};

/// A case counts for every pattern one of its errors belongs to. The last is the whole corpus.
[[nodiscard]] std::vector<PatternCounts> measured_patterns();

/// The same as lines of Markdown, for docs/editor.md.
[[nodiscard]] std::string pattern_table(std::vector<PatternCounts> const& patterns);

} // namespace artifactd::test
