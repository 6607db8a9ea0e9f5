// Walks over a dice expression: blanks and the case of letters do not matter between and in its words.
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
  /// Passes over it, and the blanks behind, if it is next.
  bool take(std::string_view word) noexcept;
  /// Nothing where no digit is next.
  Judged<std::optional<std::int64_t>> number();
  /// What is wrong with the character that is next, where `wanted` was expected.
  [[nodiscard]] std::unexpected<DiceError> unexpected(std::string_view wanted) const;
  /// The same of another program's modifier behind dice, if one is next.
  [[nodiscard]] std::optional<DiceError> foreign_modifier() const;

private:
  void skip_blanks() noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace artifactd::dice
