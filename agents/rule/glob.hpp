// A rule's glob, compiled once, matched in time linear in the path. `*`, `?` and `[…]` stay within a
// component; `**` is a whole component and matches any number of folders, including hidden ones (at the end:
// everything below). `{a,b}` are alternatives, `{date}` is the word date. A leading / has no additional
// effect; without any / the glob matches at every depth. Case-sensitive. Backslashes are slashes; a class
// such as [*] takes a character literally.
#pragma once

#include "agents/rule/pattern.hpp"

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace artifactd::extraction {

struct GlobLimits {
  static constexpr std::size_t length = 1024;      ///< bytes
  static constexpr std::size_t alternatives = 256; ///< after expanding all braces
  static constexpr std::size_t braces = 16;        ///< nested
};

struct GlobFault {
  std::size_t byte; ///< in the glob
  std::string message;
  std::string hint;
};

class Glob {
public:
  static std::expected<Glob, GlobFault> compile(std::string_view text);

  /// `parts` is a path as in SamplePath: components joined by single slashes, without a leading one.
  [[nodiscard]] bool matches(std::string_view parts) const;
  [[nodiscard]] std::string const& text() const noexcept { return text_; } ///< as written

private:
  Glob(std::string_view text, Regex regex) : text_(text), regex_(std::move(regex)) {}
  std::string text_;
  Regex regex_;
};

/// The glob that matches exactly this component.
[[nodiscard]] std::string literal_glob(std::string_view component);

} // namespace artifactd::extraction
