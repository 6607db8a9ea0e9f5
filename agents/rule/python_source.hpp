// A Python extractor as an agent wrote it: the code within the raw text (a model wraps it in fences and
// words). What the interpreter sees keeps the line numbers of the raw text, and what it says is turned into
// findings there.
#pragma once

#include "state/finding.hpp"
#include "state/json/scan.hpp"

#include <string>
#include <string_view>

namespace artifactd::extraction {

struct PythonSource {
  std::string file; ///< the name to show
  std::string_view raw;
  json::Range code; ///< the extractor within `raw`

  /// The whole text is the code.
  static PythonSource whole(std::string file, std::string_view text) {
    return {std::move(file), text, {0, text.size()}};
  }
};

/// The code for the interpreter, without a byte order mark, on the lines it has in the raw text.
[[nodiscard]] std::string text_for_python(PythonSource const& source);

/// Where text_for_python's byte stands in the raw text.
[[nodiscard]] std::size_t byte_in_raw(PythonSource const& source, std::size_t byte);

/// A finding in this file without a place.
[[nodiscard]] Finding python_finding(PythonSource const& source, std::string code, Tier tier,
                                     std::string message);

/// Puts a finding on a line (1-based), with the excerpt of that line.
void place_on_line(Finding& finding, PythonSource const& source, std::size_t line);

} // namespace artifactd::extraction
