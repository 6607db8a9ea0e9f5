// Turns a byte where strict JSON breaks into a finding that a model or a person can act on: line, column,
// JSON pointer of the innermost value being read, the line with a caret, what was expected, what was found,
// and the likely mistake (code fence, comment, trailing comma, single quotes, unquoted key, NaN, truncation,
// two documents, wrong encoding, …).
#pragma once

#include "state/json/scan.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// What the text is, for the words of a finding.
enum class Source : std::uint8_t {
  file,  ///< somebody wrote it, and can write it again
  line,  ///< of a file with one text per line
  reply, ///< a model's answer
};

struct Origin {
  Source source = Source::file;
  std::size_t first_line = 1; ///< the number of the text's first line, from 1
};

struct Position {
  std::size_t line = 1;   ///< 1-based
  std::size_t column = 1; ///< 1-based, in characters (UTF-8 sequences; an invalid byte counts as one)
};

[[nodiscard]] Position position_of(std::string_view text, std::size_t byte);

/// The line around `byte`, cut to about 100 columns, with a caret line below; control bytes and invalid UTF-8
/// are shown as \xNN.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t byte);

/// Fills in line, column, byte and excerpt.
void locate(Finding& finding, std::string_view text, std::size_t byte);

/// RFC 6901 pointer of the innermost value begun before `byte`, from a tolerant walk of the text before it;
/// of the object if none of its members has begun.
[[nodiscard]] std::string pointer_at(std::string_view text, std::size_t byte);

/// Tier 1 findings for one artifact text: where strict JSON breaks, starting with the first break, then those
/// behind it that can be determined without guessing (at most ten); otherwise every duplicate key at every
/// level (compared after unescaping; at most the first hundred). `file` is the name to show. Empty if the
/// text is valid.
[[nodiscard]] std::vector<Finding> syntax_findings(std::string_view file, std::string_view text,
                                                   Limits limits, Origin origin = {});

/// The one finding for a text that does not scan.
[[nodiscard]] Finding describe(std::string_view file, std::string_view text, Broken broken, Limits limits);

} // namespace artifactd::json
