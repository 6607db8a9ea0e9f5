#include "state/dice/cursor.hpp"

#include "state/dice/expression.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::dice {

namespace {

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Notation of other programs that this grammar does not support, with its replacement.
struct Foreign {
  std::string_view begins;
  std::string_view message;
  std::string_view hint;
};

constexpr auto foreign_signs = std::to_array<Foreign>({
    {"{", "groups in braces are not supported", "Write a sum, or parentheses."},
    {"@", "names are not looked up here", "Put the number in: 1d20+3."},
    {"[", "labels are not supported", "Leave the label out."},
    {"#", "comments are not supported", "Leave the comment out."},
});

constexpr auto foreign_modifiers = std::to_array<Foreign>({
    {"!!", "compounding (!!) is not supported", "Write ! for dice that explode."},
    {"!p", "penetrating (!p) is not supported", "Write ! for dice that explode."},
    {"e", "e does not make dice explode", "Write ! for dice that explode."},
    {"p", "p does not drop dice", "Write dl1 to drop the lowest die, dh1 the highest."},
    {"s", "sorting is not supported", "Leave it out: the total does not depend on it."},
    {"c", "c does not count dice", "Write 6d6>=5 to count dice of 5 or more."},
    {"min", "min does not set a die's least value", "Write mi and the value: 8d8mi2."},
    {"max", "max does not set a die's greatest value", "Write ma and the value: 8d8ma6."},
    {"d", "a second d is ambiguous here",
     "Write dl1 to drop the lowest die, dh1 the highest, or a sign between dice."},
});

} // namespace

void Cursor::skip_blanks() noexcept {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
    ++at_;
}

char Cursor::peek() const noexcept {
  return at_end() ? '\0' : lower(text_[at_]);
}

bool Cursor::at_digit() const noexcept {
  return !at_end() && text_[at_] >= '0' && text_[at_] <= '9';
}

bool Cursor::sees(std::string_view word) const noexcept {
  auto const next = text_.substr(at_, word.size());
  return std::ranges::equal(next, word, {}, lower);
}

bool Cursor::take(std::string_view word) noexcept {
  if (!sees(word)) return false;
  at_ += word.size();
  skip_blanks();
  return true;
}

Judged<std::optional<std::int64_t>> Cursor::number() {
  if (!at_digit()) return std::nullopt;
  auto const begin = at_;
  std::uint64_t value = 0;
  for (; at_digit(); ++at_) {
    value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    if (value > largest_number)
      return wrong(Code::number_too_large, begin, "the number is larger than 1,000,000,000");
  }
  skip_blanks();
  return static_cast<std::int64_t>(value);
}

std::unexpected<DiceError> Cursor::unexpected(std::string_view wanted) const {
  if (at_end())
    return wrong(Code::ended, at_, fmt::format("the expression ends where {} was expected", wanted));
  for (auto const& each : foreign_signs)
    if (sees(each.begins))
      return wrong(Code::dialect, at_, std::string(each.message), std::string(each.hint));
  auto const length = std::max<std::size_t>(1, sequence_length(text_, at_));
  auto const character = printable(text_.substr(at_, length));
  return wrong(Code::unexpected, at_, fmt::format("\"{}\" is unexpected; {} was expected", character, wanted),
               static_cast<unsigned char>(text_[at_]) >= 0x80 ? "Use plain digits, letters and signs." : "");
}

std::optional<DiceError> Cursor::foreign_modifier() const {
  for (auto const& each : foreign_modifiers)
    if (sees(each.begins))
      return DiceError{Code::dialect, at_, std::string(each.message), std::string(each.hint)};
  return std::nullopt;
}

} // namespace artifactd::dice
