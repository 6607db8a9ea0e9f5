// Every classifier this machine can run, on the same text.
#pragma once

#include "state/json/grammar.hpp"

#include <string_view>

namespace artifactd::json {

/// Whether all agree: on verdict, breach and byte, or on type, root and members.
[[nodiscard]] inline bool paths_agree(std::string_view text, Limits limits = {}) {
  auto const portable = scan_portable(text, limits);
  for (Classifier const classifier : classifiers())
    if (scan_with(classifier, text, limits) != portable) return false;
  return scan(text, limits) == portable;
}

} // namespace artifactd::json
