// What logic computes with: a value that stands somewhere else, in the logic or in its data, or one made on
// the way. Standing ones are not copied, and are the very same object to === wherever they are met.
#pragma once

#include "merge/game/value.hpp"

#include <utility>

namespace artifactd::game {

class Operand {
public:
  /// Undefined.
  Operand() : made_(undefined()) {}
  Operand(Value made) noexcept
      : made_(std::move(made)) {} // NOLINT: whoever computes a value returns it as it is
  /// `value` has to outlive it.
  [[nodiscard]] static Operand standing(Value const& value) {
    Operand operand;
    operand.standing_ = &value;
    return operand;
  }

  [[nodiscard]] bool is_standing() const noexcept { return standing_ != nullptr; }
  [[nodiscard]] Value const& operator*() const noexcept { return standing_ != nullptr ? *standing_ : made_; }
  [[nodiscard]] Value const* operator->() const noexcept { return &**this; }

  /// A copy of one that stands elsewhere.
  [[nodiscard]] Value take() && {
    if (standing_ != nullptr) return *standing_;
    return std::move(made_);
  }

private:
  Value const* standing_ = nullptr;
  Value made_;
};

} // namespace artifactd::game
