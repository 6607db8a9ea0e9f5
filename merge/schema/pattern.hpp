// A regular expression of JSON Schema (ECMA 262, searched anywhere in a text), matched by RE2: in time linear
// in the text and in bounded memory, for any pattern and text. Compiling refuses what RE2 cannot do
// (look-around, back-references). Matching is const and may be called from any thread.
#pragma once

#include "state/platform/result.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace artifactd {

class Pattern {
public:
  /// Fault::invalid, with the reason, if it does not compile.
  static Result<Pattern> compile(std::string_view ecma);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  [[nodiscard]] bool found_in(std::string_view text) const;

private:
  explicit Pattern(std::unique_ptr<re2::RE2 const> compiled);
  std::unique_ptr<re2::RE2 const> compiled_;
};

/// The same expression in RE2's syntax; classes and the dot keep their ECMA 262 meaning. Fault::invalid for
/// an escape that ECMA 262 does not have.
Result<std::string> to_re2(std::string_view ecma);

} // namespace artifactd
