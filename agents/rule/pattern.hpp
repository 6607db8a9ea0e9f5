// A field's regular expression, run by RE2: linear in the text whatever the expression, so there are no
// back-references and no lookaround. Searched anywhere in the text; digits and case are ASCII's.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace artifactd::extraction {

class Pattern {
public:
  /// Or what RE2 says is wrong with it.
  static std::expected<Pattern, std::string> compile(std::string_view expression);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// The first match's first group, or the whole match when there is no group. Nothing when nothing matches
  /// or the group takes no part; an empty match is a value.
  [[nodiscard]] std::optional<std::string_view> capture(std::string_view text) const;
  [[nodiscard]] std::string const& expression() const;

private:
  explicit Pattern(std::unique_ptr<re2::RE2 const> regex);
  std::unique_ptr<re2::RE2 const> regex_;
};

} // namespace artifactd::extraction
