// Who finds out what has to be changed: errors go in, whoever tells them, and a plan comes out.
#pragma once

#include "agents/edit/cause.hpp"

namespace artifactd::editor {

/// By whom plans are made, and fragments written that no rule writes.
enum class Engine : std::uint8_t {
  off,
  rules, ///< without any model
  model, ///< rules where they can prove what they do, a model for the rest
};
[[nodiscard]] std::string_view engine_word(Engine engine) noexcept;
[[nodiscard]] std::optional<Engine> parse_engine(std::string_view word) noexcept;

class Coordinator {
public:
  virtual ~Coordinator() = default;
  /// A plan against all errors of the evidence, once for each attempt. An Error ends the run: no plan is to
  /// be had.
  [[nodiscard]] virtual Result<ChangePlan> plan(Evidence const& evidence) = 0;
};

/// plan_by_rules.
class RulesCoordinator final : public Coordinator {
public:
  [[nodiscard]] Result<ChangePlan> plan(Evidence const& evidence) override;
};

} // namespace artifactd::editor
