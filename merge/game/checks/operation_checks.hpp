// The pipeline's requirements on one operation of a state delta, by itself.
#pragma once

#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/schema_fields.hpp"

#include <string>

namespace artifactd::game {

/// I02, over a whole delta: before any other check of an instruction. `owner` is "Action 'a'" or "Transition
/// 't'".
void check_path_segments(std::string const& owner, std::vector<Operation> const& operations, Report& report);

/// I03 to I14, in that order.
void check_operations(std::string const& owner, std::vector<Operation> const& operations, Game const& game,
                      SchemaFields const& fields, Report& report);

} // namespace artifactd::game
