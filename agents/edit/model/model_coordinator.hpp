// The coordinator that asks a model: it sends the errors, summaries of the artifacts and the specification,
// never the artifacts themselves (seed: artifact-editor, section 3). What the rules can repair costs nothing:
// a model is asked only about the rest, and about everything once the rules have been tried.
#pragma once

#include "agents/edit/coordinator.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

class ModelCoordinator final : public Coordinator {
public:
  /// Both must outlive it. `specification` may be empty.
  ModelCoordinator(ModelDesk& desk, std::string const& specification)
      : desk_(desk), specification_(specification) {}

  [[nodiscard]] Result<ChangePlan> plan(Evidence const& evidence) override;

private:
  ModelDesk& desk_;
  std::string const& specification_;
  unsigned plans_ = 0;
};

/// The request about these errors.
[[nodiscard]] model::Request coordinator_request(Evidence const& evidence, std::string_view specification);

} // namespace artifactd::editor
