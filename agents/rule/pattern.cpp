#include "agents/rule/pattern.hpp"

#include <array>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

/// For the program and its automaton together: a rule may have a hundred patterns.
constexpr int memory = 1 << 20;

} // namespace

void FreeRegex::operator()(re2::RE2 const* regex) const noexcept {
  delete regex;
}

std::expected<Pattern, std::string> Pattern::compile(std::string_view expression) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(memory);
  Regex regex(new re2::RE2(re2::StringPiece(expression.data(), expression.size()), options));
  if (!regex->ok()) return std::unexpected(regex->error());
  return Pattern(std::move(regex));
}

std::optional<std::string_view> Pattern::capture(std::string_view text) const {
  std::array<re2::StringPiece, 2> found;
  bool const grouped = regex_->NumberOfCapturingGroups() > 0;
  re2::StringPiece const piece(text.data(), text.size());
  if (!regex_->Match(piece, 0, text.size(), re2::RE2::UNANCHORED, found.data(), grouped ? 2 : 1))
    return std::nullopt;
  auto const& value = found[grouped ? 1 : 0];
  if (value.data() == nullptr) return std::nullopt;
  return std::string_view(value.data(), value.size());
}

std::string const& Pattern::expression() const {
  return regex_->pattern();
}

} // namespace artifactd::extraction
