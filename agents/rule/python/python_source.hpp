// A Python extractor as an agent wrote it: the code within the raw text (a model adds fences and prose). The
// code given to the interpreter keeps the line numbers of the raw text, so its messages become findings
// there.
#pragma once

#include "state/json/scan.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <string_view>

namespace artifactd::extraction {

struct PythonSource {
  std::string file; ///< the name to show
  std::string_view raw;
  json::Range code; ///< where the extractor is within `raw`

  /// The whole text is the code.
  static PythonSource whole(std::string file, std::string_view text) {
    return {std::move(file), text, {0, text.size()}};
  }
};

/// The code for the interpreter, without a byte order mark, on the same lines as in the raw text.
[[nodiscard]] std::string text_for_python(PythonSource const& source);

/// Where a byte of text_for_python() is in the raw text.
[[nodiscard]] std::size_t byte_in_raw(PythonSource const& source, std::size_t byte);

/// A finding in this file without a position.
[[nodiscard]] Finding python_finding(PythonSource const& source, std::string code, Tier tier,
                                     std::string message);

/// Puts a finding on a line (1-based), with the excerpt of that line.
void place_on_line(Finding& finding, PythonSource const& source, std::size_t line);

} // namespace artifactd::extraction
