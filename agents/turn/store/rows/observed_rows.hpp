// What characters observed in each scene, whether it was new to them or reinforced what they knew.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/story.hpp"

#include <map>

namespace artifactd::turn {

/// By scene_index, for the visible scenes from `from` to `to`; each sorted by character, then content. The
/// importance is the one in that scene.
Result<std::map<std::int64_t, std::vector<FirstObservation>>>
observed(Store const& store, std::string const& session_id, std::int64_t from, std::int64_t to);

} // namespace artifactd::turn
