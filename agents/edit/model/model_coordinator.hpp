// The coordinator that asks a model: it is told the errors, summaries of the artifacts and the specification,
// never the artifacts themselves (seed: artifact-editor, section 3). What the rules can mend by themselves
// nobody pays for: a model is asked about the rest, and about everything once the rules had their try.
#pragma once

#include "agents/edit/coordinator.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

class ModelCoordinator final : public Coordinator {
public:
  /// Both outlive it. `specification` may be empty.
  ModelCoordinator(ModelDesk& desk, std::string const& specification)
      : desk_(desk), specification_(specification) {}

  [[nodiscard]] Result<ChangePlan> plan(Evidence const& evidence) override;

private:
  ModelDesk& desk_;
  std::string const& specification_;
  unsigned plans_ = 0;
};

/// What is asked about these errors.
[[nodiscard]] model::Request coordinator_request(Evidence const& evidence, std::string_view specification);

} // namespace artifactd::editor
