// Finds out what has to be changed: takes errors from any source and returns a plan.
#pragma once

#include "agents/edit/cause.hpp"

#include <functional>

namespace artifactd::editor {

/// Who makes plans, and writes the fragments that no rule writes.
enum class Engine : std::uint8_t {
  off,
  rules, ///< without any model
  model, ///< rules where they can prove their changes, a model for the rest
};
[[nodiscard]] std::string_view engine_word(Engine engine) noexcept;
[[nodiscard]] std::optional<Engine> parse_engine(std::string_view word) noexcept;

/// A plan for all errors of the evidence; called once per attempt. An Error ends the run: there is no plan.
using Coordinator = std::function<Result<ChangePlan>(Evidence const&)>;

} // namespace artifactd::editor
