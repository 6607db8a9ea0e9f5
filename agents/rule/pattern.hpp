// A field's regular expression, run by RE2: linear in the text for any expression, hence no back-references
// and no lookaround. Searches anywhere in the text; digits and case are those of ASCII.
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
  /// The error is RE2's message.
  static std::expected<Pattern, std::string> compile(std::string_view expression);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// The first group of the first match, or the whole match if there is no group. std::nullopt if nothing
  /// matches or the group does not take part; an empty match is a value.
  [[nodiscard]] std::optional<std::string_view> capture(std::string_view text) const;
  [[nodiscard]] std::string const& expression() const;

private:
  explicit Pattern(std::unique_ptr<re2::RE2 const> regex);
  std::unique_ptr<re2::RE2 const> regex_;
};

} // namespace artifactd::extraction
