// Walks over a dice expression, ignoring blanks and the case of letters.
#pragma once

#include "state/dice/dice_error.hpp"

#include <optional>

namespace artifactd::dice {

class Cursor {
public:
  explicit Cursor(std::string_view text) : text_(text) { skip_blanks(); }

  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] std::size_t byte() const noexcept { return at_; }
  /// The next character in lower case; NUL at the end, which no expression contains.
  [[nodiscard]] char peek() const noexcept;
  [[nodiscard]] bool at_digit() const noexcept;
  /// Whether this lower-case word is next.
  [[nodiscard]] bool sees(std::string_view word) const noexcept;
  /// Skips the word, and the blanks after it, if it is next.
  bool take(std::string_view word) noexcept;
  /// std::nullopt if no digit is next.
  Judged<std::optional<std::int64_t>> number();
  /// The error about the next character, where `wanted` was expected.
  [[nodiscard]] std::unexpected<DiceError> unexpected(std::string_view wanted) const;
  /// An error about another program's modifier after dice, if one is next.
  [[nodiscard]] std::optional<DiceError> foreign_modifier() const;

private:
  void skip_blanks() noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace artifactd::dice
