#include "agents/turn/mirror/mirrored_change.hpp"

#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "state/json/json_member.hpp"

namespace artifactd::turn {

Result<void> mirror_change(Store const& store, std::string const& directory, Do what,
                           std::string const& result) {
  if (what == Do::forget) return remove_strays(store, directory);
  if (!TRY(is_mirroring(store))) return {};
  auto const json = Json::parse(result, nullptr, false);
  auto const since = what == Do::say ? Since::played : Since::changed;
  for (auto const* name : {"session_id", "branch_session_id"})
    if (auto const id = text_member(json, name); !id.empty())
      TRY(mirror_story(store, directory, id,
                       name == std::string_view("session_id") ? since : Since::changed));
  return {};
}

} // namespace artifactd::turn
