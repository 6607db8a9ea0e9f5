#include "merge/publication.hpp"

#include <functional>

namespace artifactd {

std::size_t member_hash(GraphDraft const& draft, Name const& agent) {
  return std::hash<std::string_view>()(draft.base_member(agent.str()).value_or(""));
}

} // namespace artifactd
