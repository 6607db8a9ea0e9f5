// The strict-JSON cases under tests/corpus/json; its README has the notation.
#pragma once

#include "state/json/scan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::json {

struct CorpusCase {
  std::string name; ///< "reject/numbers.txt: leading_zero"
  std::string text;
  std::optional<Breach> breach; ///< std::nullopt: the text is accepted
};

/// Every case of one group: "accept", "reject" or "pinned". Throws if a line cannot be read.
std::vector<CorpusCase> corpus_cases(std::string const& group);

/// All groups.
std::vector<CorpusCase> corpus_cases();

} // namespace artifactd::json
