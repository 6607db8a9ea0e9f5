#include "agents/edit/edit_inputs.hpp"

#include "state/session/session_layout.hpp"
#include "state/settle/input_file.hpp"

#include <fmt/core.h>

namespace artifactd::editor {

namespace {

constexpr std::size_t longest_specification = 256 * 1024;

/// Anything but a valid file of that name is ignored.
std::string specification_of(Session const& session, Name const& agent) {
  auto const path = layout::artifacts_of(agent) + "/" + layout::specification;
  auto read = read_input(session.directory(), path, path, longest_specification);
  return read && *read && !(*read)->finding ? (*read)->bytes : std::string();
}

} // namespace

Result<EditInputs> read_inputs(Session const& session, Name const& agent, ArtifactLimits const& limits) {
  EditInputs inputs;
  inputs.set = TRY(read_artifacts(session, agent, limits));
  inputs.specification = specification_of(session, agent);
  if (inputs.set.files.empty())
    return fail(Fault::missing, fmt::format("{} holds no artifact of {}", session.shown(), agent.str()));
  return inputs;
}

} // namespace artifactd::editor
