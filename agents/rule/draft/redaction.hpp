// Paths with their words and numbers removed, for a model that need not know them: what is the same in all
// paths becomes part1, part2 …, digits become 0. The words are restored in the answer.
#pragma once

#include "agents/rule/sample_path.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

class Redaction {
public:
  /// A word is constant if every path has it in the same component.
  explicit Redaction(std::span<SamplePath const> paths);

  [[nodiscard]] std::string redacted(std::string_view path) const;
  [[nodiscard]] std::string restored(std::string_view text) const;

private:
  std::vector<std::string> words_; ///< part<N> is the N-th; letters only
};

} // namespace artifactd::extraction
