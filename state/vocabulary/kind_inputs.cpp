#include "state/vocabulary/kind_inputs.hpp"

namespace artifactd {

InputsForm inputs_form(Kind const& kind) noexcept {
  auto const& traits = kind.traits();
  if (kind.is_document()) return InputsForm::document;
  if (traits.inputs.ends_with("{0}/")) return InputsForm::own_directory;
  if (!traits.inputs.ends_with('/')) return InputsForm::one_file;
  return traits.endings.front().empty() ? InputsForm::none : InputsForm::shared_directory;
}

bool is_agents_work(Kind const& kind) noexcept {
  auto const form = inputs_form(kind);
  return form != InputsForm::document && form != InputsForm::none;
}

std::vector<std::string_view> input_endings(Kind const& kind) {
  std::vector<std::string_view> endings;
  for (auto const ending : kind.traits().endings) {
    if (ending.empty()) break; // it ends the list
    endings.push_back(ending);
  }
  return endings;
}

} // namespace artifactd
