// The operands of logic: either a reference to a value in the logic or its data ("standing"), or a new value.
// Standing ones are not copied, and === always treats them as the same object.
#pragma once

#include "merge/game/values/value.hpp"

#include <utility>

namespace artifactd::game {

class Operand {
public:
  /// Undefined.
  Operand() : made_(undefined()) {}
  Operand(Value made) noexcept
      : made_(std::move(made)) {} // NOLINT: so that a computed value can be returned directly
  /// `value` must outlive it.
  [[nodiscard]] static Operand standing(Value const& value) {
    Operand operand;
    operand.standing_ = &value;
    return operand;
  }

  [[nodiscard]] bool is_standing() const noexcept { return standing_ != nullptr; }
  [[nodiscard]] Value const& operator*() const noexcept { return standing_ != nullptr ? *standing_ : made_; }
  [[nodiscard]] Value const* operator->() const noexcept { return &**this; }

  /// Copies a standing value.
  [[nodiscard]] Value take() && {
    if (standing_ != nullptr) return *standing_;
    return std::move(made_);
  }

private:
  Value const* standing_ = nullptr;
  Value made_;
};

} // namespace artifactd::game
