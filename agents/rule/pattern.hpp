// A field's regular expression, run by RE2: linear in the text for any expression, hence no back-references
// and no lookaround. Searches anywhere in the text; digits and case are those of ASCII.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace re2 {
class RE2;
}

namespace artifactd::extraction {

struct FreeRegex {
  void operator()(re2::RE2 const* regex) const noexcept;
};
using Regex = std::unique_ptr<re2::RE2 const, FreeRegex>;

class Pattern {
public:
  /// The error is RE2's message.
  static std::expected<Pattern, std::string> compile(std::string_view expression);

  /// The first group of the first match, or the whole match if there is no group. std::nullopt if nothing
  /// matches or the group does not take part; an empty match is a value.
  [[nodiscard]] std::optional<std::string_view> capture(std::string_view text) const;
  [[nodiscard]] std::string const& expression() const;

private:
  explicit Pattern(Regex regex) : regex_(std::move(regex)) {}
  Regex regex_;
};

} // namespace artifactd::extraction
